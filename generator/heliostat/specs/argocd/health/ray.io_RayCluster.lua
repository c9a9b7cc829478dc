-- KubeRay 1.5 to 1.7: ray-operator/controllers/ray/raycluster_controller.go, calculateStatus.
-- observedGeneration is left out: KubeRay writes it together with other changes only, so it stays behind after many an edit.
-- A spec that KubeRay refuses leaves nothing in the status, only an event. `state` stays "suspended" from then on until all is ready, so it
-- counts only where there are no conditions.
local status = table_at(obj, "status")
local head, suspending = condition(status, "HeadPodReady"), condition(status, "RayClusterSuspending")
local ready = number_at(status, "readyWorkerReplicas") or 0
local wanted = number_at(status, "desiredWorkerReplicas") or 0
local is_provisioned = is_true(condition(status, "RayClusterProvisioned"))

if at(obj, "spec", "enableInTreeAutoscaling") == true then
  -- Above the least that it may have, a cluster waits for nodes as long as it takes, and is of use meanwhile.
  wanted, is_provisioned = number_at(status, "minWorkerReplicas") or 0, true
end

if is_true(condition(status, "ReplicaFailure")) then
  return health("Degraded", cluster_fault(status))
end
if status.state == "failed" then
  return health("Degraded", told("Failed", status))
end
if at(obj, "spec", "suspend") == true then
  return suspended(is_true(suspending) and text_at(status, "head", "podName"))
end
if is_true(suspending) or is_true(condition(status, "RayClusterSuspended")) then
  return health("Progressing", "Starts again after being suspended")
end
if cluster_fault(status) then
  return health("Degraded", cluster_fault(status))
end
if head.status == nil then -- the operator's gate RayClusterStatusConditions is off, or it has not written anything yet
  if status.state == "ready" then
    return health("Healthy", "Its head and workers are ready")
  end
  return health("Progressing", "Waits for KubeRay; if it refuses the spec, the events of the object say why")
end
if not is_true(head) then
  return health("Progressing", told("Waits for the head pod", head))
end
if ready < wanted or not is_provisioned then
  return health("Progressing", ready .. " of " .. wanted .. " workers are ready")
end
return health("Healthy", "Its head and workers are ready")
