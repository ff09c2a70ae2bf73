-- Runs once, as the superuser, when compose.yaml creates the database. The role "gateway" owns its database but is
-- not a superuser, so it can neither read files of the database server nor run programs on it.
\set ON_ERROR_STOP on
\set password `cat /run/secrets/gateway_role`
create role gateway login password :'password';
create database gateway owner gateway;
