-- KubeRay 1.6 and 1.7: ray-operator/controllers/ray/raycronjob_controller.go.
-- The status is empty until the first job is due, which may take weeks, and it says nothing of how the jobs went: each is a RayJob with a
-- health of its own.
if at(obj, "spec", "suspend") == true then
  return health("Suspended", "Is suspended by its spec")
end
local last = text_at(obj, "status", "lastScheduleTime")
if last then
  return health("Healthy", "Its latest RayJob was due at " .. last)
end
return health("Healthy", "Has not made a RayJob yet; it never does if the operator's feature gate RayCronJob is off")
