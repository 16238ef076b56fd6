-- Once, as a superuser: psql -v owner_password=... -v backup_password=... -f roles.sql
-- The processes make plecho_app, its rights and all tables themselves (docs/database-rights.md).
CREATE ROLE plecho_owner LOGIN CREATEROLE PASSWORD :'owner_password';
CREATE DATABASE plecho OWNER plecho_owner;
CREATE ROLE plecho_backup LOGIN REPLICATION PASSWORD :'backup_password';
