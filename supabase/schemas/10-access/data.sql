-- How an erasure reaches each column that can hold text (70-privacy/personal-data.sql).
insert into private.personal_data (table_name, column_name, reach)
select listed.table_name, column_name, listed.reach
from (
  values
    ('auth.flow_state', 'expires', 'auth_code code_challenge provider_type provider_access_token
      provider_refresh_token authentication_method'),
    ('auth.identities', 'account', 'provider_id identity_data provider email'),
    ('auth.mfa_amr_claims', 'none', 'authentication_method'),
    ('auth.mfa_challenges', 'expires', 'ip_address otp_code web_authn_session_data'),
    ('auth.mfa_factors', 'account', 'friendly_name secret phone web_authn_credential last_webauthn_challenge_data'),
    ('auth.one_time_tokens', 'account', 'token_hash code_hash relates_to'),
    ('auth.provider_flows', 'expires', 'state_hash binding_hash provider nonce code_verifier redirect_to'),
    ('auth.refresh_tokens', 'account', 'token user_id parent'),
    ('auth.sessions', 'account', 'user_agent ip tag'),
    ('auth.sign_in_networks', 'account', 'network'),
    ('auth.used_wallet_messages', 'none', 'message_hash'),
    ('auth.users', 'account', 'aud role email encrypted_password confirmation_token recovery_token
      email_change_token_new email_change raw_app_meta_data raw_user_meta_data phone phone_change phone_change_token
      email_change_token_current reauthentication_token'),
    ('private.failed_sign_ins', 'none', 'kind'),
    ('private.recovery_codes', 'none', 'code_hash'),
    ('public.owner_links', 'none', 'token_hash'),
    ('public.profiles', 'account', 'full_name email reply_signature'),
    ('public.server_keys', 'none', 'name value'),
    ('public.settings', 'none', 'sign_up_mode'),
    ('public.staff', 'none', 'role')
) as listed (table_name, reach, columns), regexp_split_to_table(listed.columns, '\s+') as column_name
on conflict (table_name, column_name) do update set reach = excluded.reach where personal_data.reach <> excluded.reach;

insert into public.settings default values on conflict do nothing;
