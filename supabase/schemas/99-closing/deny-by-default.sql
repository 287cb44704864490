-- PostgreSQL lets everyone (PUBLIC) execute a new function. This file runs last and revokes that, so that a role can
-- execute only what a file grants to it.

revoke execute on all functions in schema public, private from public;
