import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { RecordEditor } from '../editor/record-editor.tsx';
import { serviceKind } from './service-kind.tsx';

export function meta() {
  return [{ title: `New service · ${agency.name}` }];
}

export default function NewService() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="New service">
      <RecordEditor first={null} kind={serviceKind} />
    </EditorsOnly>
  );
}
