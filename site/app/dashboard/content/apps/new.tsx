import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { RecordEditor } from '../editor/record-editor.tsx';
import { appKind } from './app-kind.tsx';

export function meta() {
  return [{ title: `New app · ${agency.name}` }];
}

export default function NewApp() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="New app">
      <RecordEditor first={null} kind={appKind} />
    </EditorsOnly>
  );
}
