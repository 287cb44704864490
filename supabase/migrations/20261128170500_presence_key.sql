-- 1 × drop policy, 1 × create policy, 2 × rows

set check_function_bodies = off;

DROP POLICY "agents appear to each other" ON "realtime"."messages";
CREATE POLICY "agents appear to each other" ON "realtime"."messages" FOR INSERT TO "authenticated" WITH CHECK (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) = 'inbox-presence'::text) AND ( SELECT (COALESCE(current_setting('realtime.presence_key'::text, true), (auth.uid())::text) = (auth.uid())::text)) AND ( SELECT public.can_handle_leads() AS can_handle_leads)));

select private.register_personal_data('realtime.statement_images', 'expires', 'old_rows new_rows');

select private.register_personal_data('realtime.statement_images', 'none', 'transaction');
