-- Kueue 0.17 to 0.19: apis/kueue/v1beta2/workload_types.go.
local status = table_at(obj, "status")
local finished, evicted = condition(status, "Finished"), condition(status, "Evicted")
local reserved, admitted = condition(status, "QuotaReserved"), condition(status, "Admitted")
local pods = condition(status, "PodsReady")

-- Ends of a Workload in which its job did not do what it should.
local failures = {Failed = true, FailedToStart = true, OwnerNotFound = true}
-- What Kueue deactivates a Workload for; a person does it with no cause.
local given_up = {
  DeactivatedDueToAdmissionCheck = true,
  DeactivatedDueToMaximumExecutionTimeExceeded = true,
  DeactivatedDueToRequeuingLimitExceeded = true,
}
-- Why a Workload is never admitted as things are. Kueue tells these apart with its gate UnadmittedWorkloadsObservability only.
local hopeless = {ExceedsMaxQuota = true, Misconfigured = true, NoMatchingFlavor = true}

if is_true(finished) then
  if failures[finished.reason] then
    return health("Degraded", told("Is finished", finished))
  end
  return health("Healthy", "Finished")
end
if at(obj, "spec", "active") == false then
  if is_true(evicted) and given_up[evicted.reason] then
    return health("Degraded", told("Is given up by Kueue", evicted))
  end
  return health("Suspended", "Is deactivated by spec.active")
end
if is_true(admitted) then
  if is_true(evicted) then
    return health("Progressing", told("Is being stopped", evicted))
  end
  if pods.status ~= nil and not is_true(pods) then
    return health("Progressing", told("Is admitted, and waits for its pods", pods))
  end
  return health("Healthy", "Is admitted")
end
if is_true(reserved) then
  return health("Suspended", told("Has its quota, and waits for its admission checks", admitted))
end
if hopeless[reserved.reason] then
  return health("Degraded", told("Cannot be admitted", reserved))
end
if is_true(evicted) then
  return health("Suspended", told("Waits to be admitted again", evicted))
end
if reserved.status ~= nil then
  return health("Suspended", told("Waits to be admitted", reserved))
end
return health("Progressing", "Waits for Kueue to take it up")
