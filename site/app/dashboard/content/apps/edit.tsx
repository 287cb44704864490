import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { EditRecord } from '../editor/edit-record.tsx';
import { appKind } from './app-kind.tsx';

export function meta() {
  return [{ title: `Edit app · ${agency.name}` }];
}

export default function EditApp() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="Edit app">
      <EditRecord kind={appKind} />
    </EditorsOnly>
  );
}
