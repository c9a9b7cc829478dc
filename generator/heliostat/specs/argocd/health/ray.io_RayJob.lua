-- KubeRay 1.5 to 1.7: ray-operator/apis/ray/v1/rayjob_types.go and controllers/ray/rayjob_controller.go.
-- observedGeneration is left out: KubeRay never writes it.
local status = table_at(obj, "status")
local phase, job = text_at(status, "jobDeploymentStatus"), text_at(status, "jobStatus")

local function is_hook()
  local hook = text_at(obj, "metadata", "annotations", "argocd.argoproj.io/hook")
  return hook ~= nil and hook ~= "Skip" or text_at(obj, "metadata", "annotations", "helm.sh/hook") ~= nil
end

if phase == "ValidationFailed" then
  return health("Degraded", told("KubeRay refuses the spec", status))
end
if phase == "Failed" then
  return health("Degraded", told("Failed", status))
end
if phase == "Complete" then
  if job == "STOPPED" or job == "FAILED" then
    return health("Degraded", told("Was stopped before it succeeded", status))
  end
  return health("Healthy", "Finished")
end
if at(obj, "spec", "suspend") == true then
  return suspended(phase == "Suspending" and text_at(status, "rayClusterStatus", "head", "podName"))
end
if phase == "Suspending" or phase == "Suspended" then
  return health("Progressing", "Starts again after being suspended")
end
if phase == "Retrying" then
  return health("Progressing", told("Failed and is tried again", status))
end
if phase == "Waiting" then
  return health("Suspended", "Its RayCluster is ready: waits until somebody submits the Ray job and writes its id to spec.jobId")
end
if phase == "Initializing" then
  local fault = cluster_fault(table_at(status, "rayClusterStatus"))
  if fault then
    return health("Degraded", fault)
  end
  return health("Progressing", "Waits for its RayCluster to be ready")
end
if phase == "Running" then
  if status.jobStatusCheckFailureStartTime ~= nil then
    return health("Progressing", "Ray's dashboard does not answer; KubeRay ends the job if it stays so")
  end
  if job == "RUNNING" or job == "SUCCEEDED" then
    -- A hook is done when its job is; any other job may run for days, and its Application is as it should be.
    return health(is_hook() and "Progressing" or "Healthy", job == "RUNNING" and "Runs" or "Ends")
  end
  if job == "STOPPED" or job == "FAILED" then
    return health("Progressing", told("The Ray job did not succeed, and KubeRay ends it", status))
  end
  return health("Progressing", "Waits for Ray to start the job")
end
if phase == nil then
  return health("Progressing", "Waits for KubeRay to take it up")
end
return health("Progressing", 'Is in a state that this check does not know: "' .. phase .. '"')
