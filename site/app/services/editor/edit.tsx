import { agency } from '../../agency.ts';
import { EditRecord } from '../../ui/editor/edit-record.tsx';
import { serviceKind } from './service-kind.tsx';

export function meta() {
  return [{ title: `Edit service · ${agency.name}` }];
}

export default function EditService() {
  return <EditRecord kind={serviceKind} />;
}
