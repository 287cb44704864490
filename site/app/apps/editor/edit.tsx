import { agency } from '../../agency.ts';
import { EditRecord } from '../../ui/editor/edit-record.tsx';
import { appKind } from './app-kind.tsx';

export function meta() {
  return [{ title: `Edit app · ${agency.name}` }];
}

export default function EditApp() {
  return <EditRecord kind={appKind} />;
}
