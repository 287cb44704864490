import { useState } from 'react';
import { errorMessage } from '../../../ui/error-message.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { FormDialog } from '../../screen/form-dialog.tsx';
import { checkFrom, checkTarget } from './redirect-addresses.ts';
import { redirectTexts } from './redirect-texts.ts';
import { missedKey, redirectsKey, saveRedirect, type Redirect } from './use-redirects.ts';

const t = redirectTexts.dialog;
const address = { autoCapitalize: 'none', autoComplete: 'off', required: true, spellCheck: false } as const;

export interface RedirectDialogProps {
  /** the one that is edited, or what is known of a new one */
  redirect: Redirect | { from_path: string };
  onClose: () => void;
}

/** Makes or changes a redirect. Open while it is rendered. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const stored = 'id' in redirect ? redirect : null;
  const [id] = useState(() => stored?.id ?? randomId());
  const { origin } = window.location;
  return (
    <FormDialog
      busyText={t.busy}
      check={({ from, target }) => ({
        from: checkFrom(from, origin).problem,
        target: checkTarget(target, origin).problem,
      })}
      first={{
        from: redirect.from_path,
        target: stored?.target ?? '',
        status: String(stored?.status ?? 301),
      }}
      id="redirect-dialog"
      onClose={onClose}
      write={({ from, target, status }) =>
        saveRedirect({
          id,
          isNew: stored === null,
          from_path: checkFrom(from, origin).value ?? '',
          target: checkTarget(target, origin).value ?? '',
          status: Number(status),
        })
      }
      onSaved={({ from_path: from, target }) =>
        toastSuccess({ title: t.saved, description: t.savedText(from, target) })
      }
      problemsOf={(error) => {
        const text = errorMessage(error);
        return { [text === redirectTexts.errors.taken ? 'from' : 'target']: text };
      }}
      queryKeys={[redirectsKey, missedKey]}
      record={stored?.id ?? redirect.from_path}
      submitText={t.save}
      title={stored ? t.editTitle : t.addTitle}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...address} hint={t.fromHint} label={t.from} />
          <TextField {...field('target')} {...address} hint={t.targetHint} label={t.target} />
          <SelectField {...field('status')} label={t.kind}>
            <option value={301}>{t.permanent}</option>
            <option value={302}>{t.temporary}</option>
          </SelectField>
        </>
      )}
    </FormDialog>
  );
}
