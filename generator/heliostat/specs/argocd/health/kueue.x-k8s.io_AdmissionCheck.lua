-- Kueue 0.17 to 0.19: pkg/controller/admissionchecks/{multikueue/admissioncheck,provisioning/admissioncheck_reconciler}.go.
-- observedGeneration is left out: both write it together with other changes only, and the controllers of others need not write it at all.
local active = condition(at(obj, "status"), "Active")

if active.status == nil then
  return health("Progressing", 'Waits for its controller "' .. (text_at(obj, "spec", "controllerName") or "") .. '"')
end
if not is_true(active) then
  return health("Degraded", told("Is not active", active))
end
if active.reason == "SomeActiveClusters" then
  return health("Healthy", told("Uses some of its clusters", {message = active.message}))
end
return health("Healthy", "Is in use")
