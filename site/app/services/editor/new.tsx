import { agency } from '../../agency.ts';
import { RecordEditor } from '../../ui/editor/record-editor.tsx';
import { serviceKind } from './service-kind.tsx';

export function meta() {
  return [{ title: `New service · ${agency.name}` }];
}

export default function NewService() {
  return <RecordEditor first={null} kind={serviceKind} />;
}
