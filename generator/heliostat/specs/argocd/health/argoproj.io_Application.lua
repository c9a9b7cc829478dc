-- Argo CD 3: pkg/apis/application/v1alpha1/types.go. Without this check the waves of an app of apps wait for nothing.
-- Suspended passes as Healthy: a job may wait for quota and a queue be stopped for as long as one likes, and the Applications that come
-- after must not wait for that. It shows in the Application itself.
local status = table_at(obj, "status")
local operation, sync, state = table_at(status, "operationState"), text_at(status, "sync", "status"), text_at(status, "health", "status")

if operation.phase == "Running" or operation.phase == "Terminating" then
  return health("Progressing", told("Is being synced", {message = operation.message}))
end
if sync == "Unknown" then
  return health("Progressing", told("Cannot be compared with Git", {message = condition(status, "ComparisonError").message}))
end
if operation.phase == nil and sync ~= "Synced" then
  return health("Progressing", "Waits to be synced")
end
if (operation.phase == "Failed" or operation.phase == "Error") and sync ~= "Synced" then
  return health("Degraded", told("Cannot be synced", {message = operation.message}))
end
if state == "Degraded" then
  return health("Degraded", "Holds objects that are degraded")
end
if state == "Suspended" then
  return health("Healthy", "Holds objects that are suspended")
end
if state == "Healthy" then
  return health("Healthy", "Its objects are healthy")
end
return health("Progressing", "Waits for its objects")
