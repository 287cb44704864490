import { agency } from '../../agency.ts';
import { useMayEditContent } from '../../session/roles.ts';
import { EditorsOnly } from '../../ui/editor/editors-only.tsx';
import { EditRecord } from '../../ui/editor/edit-record.tsx';
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
