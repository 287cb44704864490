select private.register_personal_data('auth.flow_state', 'expires', 'auth_code code_challenge provider_type
  provider_access_token provider_refresh_token authentication_method');
select private.register_personal_data('auth.identities', 'account', 'provider_id identity_data provider email');
select private.register_personal_data('auth.mfa_amr_claims', 'none', 'authentication_method');
select private.register_personal_data('auth.mfa_challenges', 'expires', 'ip_address otp_code web_authn_session_data');
select private.register_personal_data('auth.mfa_factors', 'account', 'friendly_name secret phone
  web_authn_credential last_webauthn_challenge_data');
select private.register_personal_data('auth.one_time_tokens', 'account', 'token_hash code_hash relates_to');
select private.register_personal_data('auth.provider_flows', 'expires', 'state_hash binding_hash provider nonce
  code_verifier redirect_to');
select private.register_personal_data('auth.refresh_tokens', 'account', 'token user_id parent');
select private.register_personal_data('auth.sessions', 'account', 'user_agent ip tag');
select private.register_personal_data('auth.sign_in_networks', 'account', 'network');
select private.register_personal_data('auth.used_wallet_messages', 'none', 'message_hash');
select private.register_personal_data('auth.users', 'account', 'aud role email encrypted_password confirmation_token
  recovery_token email_change_token_new email_change raw_app_meta_data raw_user_meta_data phone phone_change
  phone_change_token email_change_token_current reauthentication_token');
-- Encrypted with a key that is not in the database, and deleted within a day.
select private.register_personal_data('backend.account_mails', 'expires', 'content');
select private.register_personal_data('backend.account_mails', 'none', 'kind');
select private.register_personal_data('backend.rate_limits', 'expires', 'key');
select private.register_personal_data('private.failed_sign_ins', 'none', 'kind');
select private.register_personal_data('private.recovery_codes', 'none', 'code_hash');
select private.register_personal_data('public.owner_links', 'none', 'token_hash');
select private.register_personal_data('public.profiles', 'account', 'full_name email reply_signature');
select private.register_personal_data('public.profiles', 'none', 'mail_frequency');
select private.register_personal_data('public.server_keys', 'none', 'name value');
select private.register_personal_data('public.settings', 'none', 'sign_up_mode');
select private.register_personal_data('public.staff', 'none', 'role');

insert into public.settings default values on conflict do nothing;

select private.register_person_source('accounts', 60, '{auth.users,public.profiles}',
  'private.accounts_of_person', 'private.erase_accounts_of_person');

select private.register_mail_kind('recovery-code', 'colleague_id', 'staff');
