-- Kueue 0.17 to 0.19: pkg/controller/core/localqueue_controller.go.
local active = condition(at(obj, "status"), "Active")
local found = queue_health(active, "Takes workloads")
local cluster_queue = 'ClusterQueue "' .. (text_at(obj, "spec", "clusterQueue") or "") .. '"'

if found then
  return found
end
if active.reason == "ClusterQueueIsInactive" then
  -- It is stopped, or its own health tells what is wrong with it; the LocalQueue is as it should be.
  return health("Suspended", "Waits until " .. cluster_queue .. " is active again")
end
if active.reason == "ClusterQueueDoesNotExist" then
  return health("Degraded", cluster_queue .. " does not exist")
end
return health("Degraded", told("Is not active", active))
