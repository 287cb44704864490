-- 1 × rows

set check_function_bodies = off;

select private.register_personal_data('realtime.statement_images', 'none', 'transaction');
