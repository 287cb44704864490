// What each caller may read, add, change or remove. A number counts rows of policy-fixture.ts: e.g. 3 services, of
// which 1 is a draft; `no` is a rejection (42501), by grant or by policy; P0001 rejects a change of the last owner.

// Visitors read agency_settings by column, because they may not see who saved a version (agency-settings.test.ts).

export const policyCallers = [
  'visitor', // no account: the publishable key
  'waiting', // an account without a role
  'viewer',
  'agent',
  'editor',
  'owner',
  'open', // an account without a role while sign-up is open
  'anonymous', // an anonymous account, while sign-up is open
  'server', // the secret key
] as const;

export const policyMatrix = `
table                   verb                         visitor  waiting  viewer  agent  editor  owner  open  anonymous  server

agency_settings         select                       no       1        1       1      1       2      1     1          2
agency_settings         insert                       no       no       no      no     no      1      no    no         1
agency_settings         update,delete                no       no       no      no     no      no     no    no         no
categories              select                       2        2        2       2      2       2      2     2          2
categories              insert                       no       no       no      no     1       1      1     no         1
categories              update,delete                no       0        0       0      2       2      2     0          2
partners                select                       2        2        2       2      2       2      2     2          2
partners                insert                       no       no       no      no     1       1      1     no         1
partners                update,delete                no       0        0       0      2       2      2     0          2
services                select                       2        2        3       3      3       3      3     2          3
services                insert                       no       no       no      no     1       1      1     no         1
services                update,delete                no       0        0       0      3       3      3     0          3
apps                    select                       1        1        2       2      2       2      2     1          2
apps                    insert                       no       no       no      no     1       1      1     no         1
apps                    update,delete                no       0        0       0      2       2      2     0          2
app_media               select                       1        1        3       3      3       3      3     1          3
app_media               insert                       no       no       no      no     1       1      1     no         1
app_media               update,delete                no       0        0       0      3       3      3     0          3
media                   select                       no       0        2       2      2       2      2     0          2
media                   insert                       no       no       no      no     1       1      1     no         1
media                   update,delete                no       0        0       0      2       2      2     0          2
images                  select                       no       0        2       2      2       2      2     0          2
images                  insert                       no       no       no      no     1       1      1     no         1
images                  update,delete                no       0        0       0      2       2      2     0          2
posts                   select                       2        2        3       3      3       3      3     2          3
posts                   insert                       no       no       no      no     1       1      1     no         1
posts                   update,delete                no       0        0       0      3       3      3     0          3
case_studies            select                       2        2        3       3      3       3      3     2          3
case_studies            insert                       no       no       no      no     1       1      1     no         1
case_studies            update,delete                no       0        0       0      3       3      3     0          3
former_slugs            select                       2        2        3       3      3       3      3     2          3
former_slugs            insert                       no       no       no      no     no      no     no    no         1
former_slugs            update,delete                no       no       no      no     no      no     no    no         3
content_versions        select                       no       0        11      11     11      11     11    0          11
content_versions        insert                       no       no       no      no     no      no     no    no         1
content_versions        update,delete                no       no       no      no     no      no     no    no         11
content_autosaves       select,delete                no       0        0       0      1       1      0     0          2
content_autosaves       insert                       no       no       no      no     no      no     no    no         1
content_autosaves       update                       no       no       no      no     no      no     no    no         2
content_heads           select                       no       0        1       1      2       2      2     0          2
content_heads           insert                       no       no       no      no     no      no     no    no         1
content_heads           update,delete                no       no       no      no     no      no     no    no         2
deleted_content         select,delete                no       0        0       0      2       2      2     0          2
deleted_content         insert                       no       no       no      no     no      no     no    no         1
deleted_content         update                       no       no       no      no     no      no     no    no         2
redirects               select                       no       0        2       2      2       2      2     0          2
redirects               insert                       no       no       no      no     1       1      1     no         1
redirects               update,delete                no       0        0       0      2       2      2     0          2
canned_replies          select,update,delete         no       0        0       2      0       2      2     0          2
canned_replies          insert                       no       no       no      1      no      1      1     no         1
saved_views             select                       no       0        0       2      0       2      1     0          3
saved_views             insert                       no       no       no      1      no      1      1     no         23502
saved_views             update,delete                no       0        0       1      0       2      0     0          3
missed_paths            select,delete                no       0        0       0      2       2      2     0          2
missed_paths            insert                       no       no       no      no     no      no     no    no         1
missed_paths            update                       no       no       no      no     no      no     no    no         2
leads                   select,update                no       0        0       2      0       2      2     0          2
leads                   insert                       1        1        1       1      1       1      1     1          1
leads                   delete                       no       no       no      no     no      no     no    no         2
accessibility_feedback  select,update                no       0        0       2      0       2      2     0          2
accessibility_feedback  insert                       1        1        1       1      1       1      1     1          1
accessibility_feedback  delete                       no       0        0       0      0       2      0     0          2
privacy_requests        select,update,delete         no       0        0       0      0       2      0     0          2
privacy_requests        insert                       no       no       no      no     no      1      no    no         1
privacy_incidents       select,update                no       0        0       0      0       1      0     0          1
privacy_incidents       insert                       no       no       no      no     no      1      no    no         1
privacy_incidents       delete                       no       no       no      no     no      no     no    no         1
quarantined_leads       select                       no       0        0       2      0       2      2     0          2
quarantined_leads       insert                       no       no       no      no     no      no     no    no         1
quarantined_leads       update,delete                no       no       no      no     no      no     no    no         2
booking_settings        select                       no       0        1       1      1       1      1     0          1
booking_settings        insert,delete                no       no       no      no     no      no     no    no         no
booking_settings        update                       no       0        0       0      0       1      0     0          1
bookings                select                       no       0        0       1      0       1      1     0          1
bookings                insert,update,delete         no       no       no      no     no      no     no    no         1
booking_blocks          select,delete                no       0        0       2      0       2      2     0          2
booking_blocks          insert                       no       no       no      1      no      1      1     no         1
booking_blocks          update                       no       no       no      no     no      no     no    no         2
lead_messages           select                       no       0        0       3      0       3      3     0          3
lead_messages           insert                       no       no       no      1      no      1      1     no         1
lead_messages           update,delete                no       no       no      no     no      no     no    no         3
received_mails          select                       no       0        0       2      0       2      2     0          2
received_mails          insert,update,delete         no       no       no      no     no      no     no    no         no
received_files          select                       no       0        0       1      0       1      1     0          1
received_files          insert,update,delete         no       no       no      no     no      no     no    no         no
lead_notes              select                       no       0        0       3      0       3      3     0          3
lead_notes              insert                       no       no       no      1      no      1      1     no         1
lead_notes              update                       no       0        0       1      0       0      0     0          3
lead_notes              delete                       no       0        0       1      0       2      0     0          3
lead_mentions           select,delete                no       0        0       1      0       0      0     0          1
lead_mentions           insert,update                no       no       no      no     no      no     no    no         1
lead_follow_ups         select,update,delete         no       0        0       1      0       1      1     0          1
lead_follow_ups         insert                       no       no       no      1      no      1      1     no         1
lead_reads              select                       no       0        0       1      0       0      0     0          1
lead_reads              insert,update,delete         no       no       no      no     no      no     no    no         1
leads_needing_reply     select                       no       0        0       1      0       1      1     0          1
leads_needing_reply     insert,update,delete         no       no       no      no     no      no     no    no         no
lead_totals             select                       no       0        2       2      2       2      2     0          2
lead_totals             insert,update,delete         no       no       no      no     no      no     no    no         no
profiles                select                       no       1        1       6      1       6      7     1          8
profiles                insert                       no       1        1       1      1       1      1     1          1
profiles                update                       no       1        1       1      1       1      1     1          8
profiles                delete                       no       no       no      no     no      no     no    no         8
staff                   select                       no       0        1       1      1       6      0     0          6
staff                   insert                       no       no       no      no     no      no     no    no         1
staff                   update                       no       no       no      no     no      no     no    no         6
staff                   delete                       no       no       no      no     no      no     no    no         P0001
settings                select,insert,update         no       no       no      no     no      no     no    no         1
settings                delete                       no       no       no      no     no      no     no    no         no
server_keys             select,insert,update         no       no       no      no     no      no     no    no         1
server_keys             delete                       no       no       no      no     no      no     no    no         no
audit_log               select                       no       0        0       0      0       6      0     0          6
audit_log               insert,update,delete         no       no       no      no     no      no     no    no         no
owner_links             select,insert,update,delete  no       no       no      no     no      no     no    no         1
`;
