const quotedParts = /"(?:[^"]|"")*"| E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$\d+/gs;
const builderWords = new Set(
  `select from where and or not null is true false unknown distinct any all in like ilike as on order by asc desc nulls
  first last limit offset exists coalesce json_agg row_to_json count cast left right join lateral cross insert into values update set
  delete returning with conflict do nothing excluded case when then else end octet_length current_setting headers status changed total rows body
  inserted text int r c json_to_recordset json_to_record json jsonb to_jsonb jsonb_build_object jsonb_array_elements json_array_elements
  group sum avg min max pgrst_element set_config nullif to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery regconfig array_agg
  int4 tsvector nextval integer explain format json_strip_nulls substring length string_agg json_object_keys ordinality k name position replace e`.split(
    /\s+/,
  ),
);

/** Text outside quotes and parameters that the SQL builder does not write itself: there must be none. */
export function unquotedText(sql: string): string[] {
  const bare = sql.replace(quotedParts, ' ');
  const words = bare.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  const unknown = words.filter((word) => !builderWords.has(word.toLowerCase()));
  // A remaining quote was never closed; the other characters are never written by the SQL builder.
  return [...unknown, ...(bare.match(/["'\\;$`\0]|--|\/\*/g) ?? [])];
}
