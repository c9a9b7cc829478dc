"""The part of our constructs that lives in JavaScript; its TypeScript is in generator/assembly/."""
