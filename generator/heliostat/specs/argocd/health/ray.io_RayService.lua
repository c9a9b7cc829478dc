-- KubeRay 1.5 to 1.7: ray-operator/controllers/ray/rayservice_controller.go, calculateStatus; the states of applications are Ray Serve's.
-- The RayCluster statuses in it are copies that KubeRay does not keep fresh: they say no more here than that a cluster is on its way.
local status = table_at(obj, "status")
local active, pending = table_at(status, "activeServiceStatus"), table_at(status, "pendingServiceStatus")
local ready = condition(status, "Ready")
local managed_by = text_at(obj, "spec", "managedBy")

-- The first application in order of name that is in one of the states, as words.
local function application(service, states)
  local names = {}
  for name, found in pairs(table_at(service, "applicationStatuses")) do
    if type(name) == "string" and states[text_at(found, "status") or ""] then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  local name = names[1]
  return name and told('application "' .. name .. '" is ' .. service.applicationStatuses[name].status, {
    message = at(service, "applicationStatuses", name, "message"),
  })
end

local broken = {DEPLOY_FAILED = true, UNHEALTHY = true}
local unfinished = {DELETING = true, DEPLOYING = true, NOT_STARTED = true}

local function traffic()
  local percent = number_at(pending, "trafficRoutedPercent")
  return percent and ", which has " .. percent .. "% of the traffic" or ""
end

if ready.reason == "ValidationFailed" then
  return health("Degraded", told("KubeRay refuses the spec", ready))
end
if ready.reason == "InitializingTimeout" then
  return health("Degraded", "Did not serve in time and is given up: it has to be deleted and made anew")
end
if at(obj, "spec", "suspend") == true or at(obj, "spec", "rayClusterConfig", "suspend") == true then
  return suspended(is_true(ready) or is_true(condition(status, "Suspending")))
end
if is_true(condition(status, "Suspending")) or is_true(condition(status, "Suspended")) then
  return health("Progressing", "Starts again after being suspended")
end
if ready.status == nil then
  return health("Progressing", "Waits for KubeRay to take it up")
end
-- Under another manager the status is that of an object in another cluster, generation and all.
if (managed_by == nil or managed_by == "ray.io/kuberay-operator") and is_behind(status.observedGeneration) then
  return health("Progressing", "Waits for KubeRay to take up the latest spec")
end
if not is_true(ready) then
  local fault = application(pending, broken) or application(active, broken)
  if fault then
    return health("Degraded", "Does not serve: " .. fault)
  end
  if ready.reason == "ZeroServeEndpoints" and condition(active.rayClusterStatus, "RayClusterProvisioned").status ~= "False" then
    return health("Degraded", "Does not serve any more: no pod answers")
  end
  return health("Progressing", told("Waits for its applications to serve", {
    message = application(pending, unfinished) or application(active, unfinished),
  }))
end
local failed_upgrade = application(pending, broken)
if failed_upgrade then
  return health("Degraded", "The former RayCluster serves, since the upgrade fails: " .. failed_upgrade)
end
if is_true(condition(status, "RollbackInProgress")) then
  return health("Progressing", "Goes back to the former RayCluster")
end
if is_true(condition(status, "UpgradeInProgress")) then
  return health("Progressing", "Serves, and goes over to a new RayCluster" .. traffic())
end
local fault, update = application(active, broken), application(active, unfinished)
if fault then
  return health("Degraded", "Serves in part: " .. fault)
end
if update then
  return health("Progressing", "Serves, and is updated: " .. update)
end
return health("Healthy", "Serves")
