-- 3 × drop trigger, 3 × create trigger

set check_function_bodies = off;

DROP TRIGGER "notify_changed" ON "private"."erasures";
DROP TRIGGER "notify_changed" ON "private"."outbox";
DROP TRIGGER "notify_changed" ON "private"."staff_notifications";
CREATE TRIGGER notify_changed AFTER INSERT ON private.erasures FOR EACH ROW EXECUTE FUNCTION private.notify_table_changed();
CREATE TRIGGER notify_changed AFTER INSERT ON private.outbox FOR EACH ROW EXECUTE FUNCTION private.notify_table_changed();
CREATE TRIGGER notify_changed AFTER INSERT ON private.staff_notifications FOR EACH ROW EXECUTE FUNCTION private.notify_table_changed();
