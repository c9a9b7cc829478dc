-- Kueue 0.17 to 0.19: pkg/cache/scheduler/clusterqueue.go, inactiveReason, and pkg/controller/core/clusterqueue_controller.go.
local active = condition(at(obj, "status"), "Active")

return queue_health(active, "Admits workloads") or health("Degraded", told("Is not active", active))
