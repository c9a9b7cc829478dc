-- Kueue 0.17 to 0.19: pkg/controller/admissionchecks/multikueue/multikueuecluster.go.
-- observedGeneration is left out: Kueue writes it together with other changes only.
local active = condition(at(obj, "status"), "Active")

if active.status == nil then
  return health("Progressing", "Waits for Kueue to connect")
end
if is_true(active) then
  return health("Healthy", "Is connected")
end
return health("Degraded", told("Is not connected", active))
