-- In local mode the sample case studies are public. Anywhere else they are drafts: nobody may take them for real clients.
update public.case_studies set is_published = true where is_sample and not is_published;
