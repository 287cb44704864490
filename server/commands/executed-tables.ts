/** Tables of the product with names of functions, tables and columns that functions put into statements. */
export const executedTables = ['private.mail_kinds', 'private.person_sources', 'private.personal_data'];
