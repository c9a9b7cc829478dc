# Gives conftest the findings of all policies, as they are configured and without those that are waived.
#
# Both come as data: {"heliostat_settings": {"policies": {"fractional_cpus": {"severity": "off"}}, "waivers": [{"policy", "object"}]}}.
package main

deny contains finding if {
	some finding in findings
	finding.severity == "error"
}

warn contains finding if {
	some finding in findings
	finding.severity == "warning"
}

findings contains finding if {
	some policy, severity in severities
	some problem in data.heliostat.policies[policy].problems
	not is_waived(policy, problem.object)
	finding := object.union(problem, {
		"msg": sprintf("%s: %s", [problem.object, problem.message]),
		"policy": policy,
		"severity": severity,
	})
}

severities[policy] := severity_of(policy) if {
	some policy
	data.heliostat.policies[policy].severity
}

severity_of(policy) := chosen if {
	chosen := data.heliostat_settings.policies[policy].severity
} else := data.heliostat.policies[policy].severity

is_waived(policy, label) if {
	some waiver in data.heliostat_settings.waivers
	waiver.policy == policy
	waiver.object == label
}
