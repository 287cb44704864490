-- What functions say to users, in plain words. Only the texts change: each function is made again from its own
-- current definition, so that whatever else has changed in it since stays.
do $$
declare
  texts constant text[][] := array[
    ['Sign in before you claim this site.', 'Sign in to become the owner.'],
    ['Sign up or sign in on this page, then the link works.', 'Sign up or sign in on this page, then use the link.'],
    ['Ask the owner to give you access.', 'Ask the owner for access.'],
    ['This set-up link is not valid any more.', 'This link is incomplete or already used.'],
    ['Links work once and for a short time. Make a new one with: npm run owner', 'Links work once, for 30 minutes. Get a new one with: npm run owner'],
    ['Too many enquiries in one request.', 'Too many inquiries in one request.'],
    ['Too many enquiries at once.', 'Too many inquiries in a short time.'],
    ['Wait a minute, then send it again.', 'Wait a minute, then try again.'],
    ['not sent by a form of ours', 'not sent through our forms'],
    ['many in a short time', 'too many messages in a short time'],
    ['Only staff who handle leads may do this.', 'You don''t have permission to manage leads.'],
    ['This enquiry is not held back any more.', 'This message is no longer in the spam list.'],
    ['Somebody may have restored it already. Read the list again.', 'Someone may have restored it already. Refresh the list.'],
    ['Only an owner may do this.', 'Only an owner can do this.'],
    ['The last owner cannot be removed.', 'The last owner can''t be removed.'],
    ['Make somebody else an owner first.', 'Make someone else an owner first.'],
    ['This account is gone.', 'This account no longer exists.'],
    ['Load the list again.', 'Refresh the list.'],
    ['This account needs no link.', 'This account doesn''t need a link.'],
    ['Who forgot a password asks for a new one on the sign-in page.', 'To reset a password, use "Forgot password?" on the sign-in page.'],
    ['Set up a second factor of your own first.', 'Set up two-step verification for yourself first.'],
    ['You find it in Settings. Otherwise this would lock you out.', 'You''ll find it in Settings. Otherwise you''d be locked out.'],
    ['Show your second factor before you make recovery codes.', 'Complete two-step verification before you create recovery codes.'],
    ['Set one up, or sign in again and enter its code.', 'Set it up, or sign in again and enter your code.'],
    ['the list has changed since it was read', 'The list has changed. Refresh and try again.'],
    ['The server stopped at every try to send it.', 'The server stopped every time it tried to send this.'],
    ['The mail could not be handed over.', 'The mail server didn''t accept this email.']
  ];
  pair text[];
  def text;
  fn regprocedure;
begin
  for fn in
    select p.oid::regprocedure
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    def := pg_get_functiondef(fn);
    foreach pair slice 1 in array texts loop
      def := replace(def, pair[1], replace(pair[2], '''', ''''''));
    end loop;
    if def <> pg_get_functiondef(fn) then
      execute def;
    end if;
  end loop;
end
$$;
