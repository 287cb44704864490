// The accessibility check of a stored page: runs it, and keeps its result with the version.
import { useQuery } from '@tanstack/react-query';
import type { ContentTableName } from '../../../content/content-types.ts';
import { browserClient } from '../../../data/browser-client.ts';
import type { Json } from '../../../data/database-types.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { createPreviewPath, toContentError } from '../content-records.ts';
import { readEditedRecord } from '../drafts/edited-record.ts';
import { checkPage } from './check-page.ts';
import { checkTexts } from './check-texts.ts';
import { isSameFinding, type CheckFinding } from './content-rules.ts';

/** `reason`: why it is fine as it is; null: to be improved. */
export type JudgedFinding = CheckFinding & { reason: string | null };

export interface CheckedPage {
  table: ContentTableName;
  id: string;
  /** of the draft, or else of the record */
  version: number;
  isDraft: boolean;
}

interface PageCheck {
  version: number;
  findings: readonly JudgedFinding[];
}

/** constraint of content_versions */
const mostFindings = 100;

/** The newest result of a record. */
async function readCheck({ table, id }: CheckedPage): Promise<PageCheck | null> {
  const { data } = await browserClient()
    .from('content_versions')
    .select('version, findings')
    .match({ kind: table, record_id: id })
    .not('findings', 'is', null)
    .order('version', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && { version: data.version, findings: data.findings as unknown as JudgedFinding[] };
}

async function keepCheck({ table, id, version }: CheckedPage, findings: JudgedFinding[]): Promise<void> {
  const { error } = await browserClient().rpc('keep_findings', {
    kind: table,
    record_id: id,
    version,
    findings: findings as unknown as Json,
  });
  if (error) throw toContentError(error, { PT409: checkTexts.reasons.saved });
}

/** Rejects if the check could not run, or if it may have read another version: then nothing is kept. */
async function runCheck(page: CheckedPage): Promise<void> {
  const { table, id, version, isDraft } = page;
  const earlier = await readCheck(page);
  const found = await checkPage(await createPreviewPath(table, id, isDraft));
  const now = await readEditedRecord(table, id);
  if ((now?.draft ?? now?.live)?.version !== version) throw new Error(checkTexts.reasons.saved);
  const judged = found.map((finding) => ({
    ...finding,
    reason: earlier?.findings.find((one) => isSameFinding(one, finding))?.reason ?? null,
  }));
  // those to be improved first, so that they are listed
  judged.sort((a, b) => Number(a.reason !== null) - Number(b.reason !== null));
  await keepCheck(page, judged.slice(0, mostFindings));
}

export function usePageCheck(page: CheckedPage) {
  const { table, id } = page;
  const kept = useQuery({ queryKey: [table, 'check', id], queryFn: () => readCheck(page) });
  const run = useWriteMutation(() => runCheck(page), [table], { waits: true });
  const judge = useWriteMutation(
    async ({ of, reason }: { of: JudgedFinding; reason: string | null }) => {
      const { findings = [] } = (await readCheck(page)) ?? {};
      const judged = findings.map((one) => (isSameFinding(one, of) ? { ...one, reason } : one));
      await keepCheck(page, judged);
    },
    [table],
    { waits: true, form: 'accessibility-check' },
  );
  return { kept, run, judge };
}
