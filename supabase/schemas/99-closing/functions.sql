-- PostgreSQL lets everyone (PUBLIC) execute a new function. This runs after all other files: nobody executes a function
-- of ours that its file does not grant to a named role.

revoke execute on all functions in schema public, private from public;
