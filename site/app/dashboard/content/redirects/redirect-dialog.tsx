import { useState } from 'react';
import { errorMessage } from '../../../ui/error-message.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { useWrite } from '../../../data/use-write.ts';
import { OpenDialog } from '../../screen/open-dialog.tsx';
import { checkFrom, checkTarget } from './redirect-addresses.ts';
import { redirectTexts } from './redirect-texts.ts';
import { missedKey, redirectsKey, saveRedirect, type Redirect } from './use-redirects.ts';

const t = redirectTexts.dialog;
const fromId = 'redirect-from';
const targetId = 'redirect-target';

export interface RedirectDialogProps {
  /** the one that is edited, or what is known of a new one */
  redirect: Redirect | { from_path: string };
  onClose: () => void;
}

/** Makes or changes a redirect. Open while it is rendered. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const stored = 'id' in redirect ? redirect : null;
  const [id] = useState(() => stored?.id ?? randomId());
  const [from, setFrom] = useState(redirect.from_path);
  const [target, setTarget] = useState(stored?.target ?? '');
  const [status, setStatus] = useState(stored?.status ?? 301);
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const save = useWrite(saveRedirect, [redirectsKey, missedKey]);

  function show(field: string, text: string): void {
    setProblem({ field, text });
    requestAnimationFrame(() => document.getElementById(field)?.focus());
  }

  function submit(): void {
    const { origin } = window.location;
    const [checkedFrom, checkedTarget] = [checkFrom(from, origin), checkTarget(target, origin)];
    if ('problem' in checkedFrom) return show(fromId, checkedFrom.problem);
    if ('problem' in checkedTarget) return show(targetId, checkedTarget.problem);
    const columns = { from_path: checkedFrom.value, target: checkedTarget.value, status };
    save.mutate(
      { id, isNew: stored === null, ...columns },
      {
        onSuccess() {
          onClose();
          toastSuccess({ title: t.saved, description: t.savedText(columns.from_path, columns.target) });
        },
        onError(error) {
          const text = errorMessage(error);
          show(text === redirectTexts.errors.taken ? fromId : targetId, text);
        },
      },
    );
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <OpenDialog
      busyText={t.busy}
      id="redirect-dialog"
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitText={t.save}
      title={stored ? t.editTitle : t.addTitle}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        error={errorOf(fromId)}
        hint={t.fromHint}
        id={fromId}
        label={t.from}
        name="from"
        onChange={(event) => {
          setProblem(undefined);
          setFrom(event.target.value);
        }}
        required
        spellCheck={false}
        value={from}
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        error={errorOf(targetId)}
        hint={t.targetHint}
        id={targetId}
        label={t.target}
        name="target"
        onChange={(event) => {
          setProblem(undefined);
          setTarget(event.target.value);
        }}
        required
        spellCheck={false}
        value={target}
      />
      <SelectField
        id="redirect-status"
        label={t.kind}
        name="status"
        onChange={(event) => setStatus(Number(event.target.value))}
        value={status}
      >
        <option value={301}>{t.permanent}</option>
        <option value={302}>{t.temporary}</option>
      </SelectField>
    </OpenDialog>
  );
}
