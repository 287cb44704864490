import { agency } from '../../../agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { EditRecord } from '../editor/edit-record.tsx';
import { serviceKind } from './service-kind.tsx';

export function meta() {
  return [{ title: `Edit service · ${agency.name}` }];
}

export default function EditService() {
  const mayEdit = useMayEditContent();
  return (
    <EditorsOnly mayEdit={mayEdit} title="Edit service">
      <EditRecord kind={serviceKind} />
    </EditorsOnly>
  );
}
