"""How Ray, its queues and its operators are watched: what is collected, alerted on and shown."""
