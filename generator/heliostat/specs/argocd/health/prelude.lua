-- Put before every check. Argo CD opens Lua's base and table libraries and no others, so text can be joined and compared, never searched.
-- A status may lack anything and hold anything: nothing here raises.

local function health(status, message)
  return {status = status, message = message}
end

local function at(value, ...)
  for _, key in ipairs({...}) do
    if type(value) ~= "table" then
      return nil
    end
    value = value[key]
  end
  return value
end

local function table_at(value, ...)
  local found = at(value, ...)
  return type(found) == "table" and found or {}
end

local function text_at(value, ...)
  local found = at(value, ...)
  return type(found) == "string" and found ~= "" and found or nil
end

local function number_at(value, ...)
  return tonumber((at(value, ...)))
end

local function condition(status, kind)
  for _, candidate in ipairs(table_at(status, "conditions")) do
    if at(candidate, "type") == kind then
      return candidate
    end
  end
  return {}
end

local function is_true(found)
  return found.status == "True"
end

-- Words, then the reason and the message of a condition or a status, as far as it has them.
local function told(words, found)
  local reason, message = text_at(found, "reason"), text_at(found, "message")
  return words .. (reason and ", " .. reason or "") .. (message and ": " .. message or "")
end

-- Whether a controller has yet to look at the spec as it is now; no where it does not say what it has seen.
local function is_behind(observed)
  local seen, now = tonumber(observed), number_at(obj, "metadata", "generation")
  return seen ~= nil and now ~= nil and seen < now
end

-- A Ray object that is asked to be suspended: by Kueue where it has a queue, else by whoever wrote its spec.
local function suspended(has_pods)
  local queue = text_at(obj, "metadata", "labels", "kueue.x-k8s.io/queue-name")
  local words = queue and 'Waits in LocalQueue "' .. queue .. '" until Kueue admits it' or "Is suspended by its spec"
  return health("Suspended", has_pods and words .. "; its pods are being stopped" or words)
end

-- Reasons of a waiting container that do not pass by themselves (kubernetes 1.35: pkg/kubelet/images/types.go, container/sync_result.go).
local container_faults = {
  CrashLoopBackOff = true,
  CreateContainerConfigError = true,
  CreateContainerError = true,
  ErrImageNeverPull = true,
  ErrImagePull = true,
  ImageInspectError = true,
  ImagePullBackOff = true,
  InvalidImageName = true,
  RegistryUnavailable = true,
  RunContainerError = true,
  SignatureValidationFailed = true,
}

-- What keeps a RayCluster from starting, as KubeRay writes it in a RayCluster's status; nil if nothing does.
local function cluster_fault(status)
  local failure, head = condition(status, "ReplicaFailure"), condition(status, "HeadPodReady")
  if is_true(failure) then
    return told("Pods cannot be made or deleted", {message = failure.message}) -- which begins with the reason
  end
  if head.status ~= nil and not is_true(head) and container_faults[head.reason] then
    return told("The head pod cannot start", head)
  end
  return nil
end

-- The health of a queue from what Kueue says of it, with the words for one that is active; nil where it is inactive and not by its own spec.
local function queue_health(active, words)
  if active.status == nil then
    return health("Progressing", "Waits for Kueue to take it up")
  end
  if is_behind(active.observedGeneration) then
    return health("Progressing", "Waits for Kueue to take up the latest spec")
  end
  if is_true(active) then
    return health("Healthy", words)
  end
  if active.reason == "Stopped" then
    local policy = text_at(obj, "spec", "stopPolicy") or "Hold"
    return health("Suspended", told("Is stopped by spec.stopPolicy " .. policy, {message = active.message}))
  end
  return nil
end
