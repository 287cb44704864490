import { agency } from '../../agency.ts';
import { RecordEditor } from '../../ui/editor/record-editor.tsx';
import { appKind } from './app-kind.tsx';

export function meta() {
  return [{ title: `New app · ${agency.name}` }];
}

export default function NewApp() {
  return <RecordEditor first={null} kind={appKind} />;
}
