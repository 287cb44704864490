-- PostgreSQL lets everyone (PUBLIC) execute a new function. This runs after all other files: no role executes one of
-- our functions that its file does not grant to it.

revoke execute on all functions in schema public, private from public;
