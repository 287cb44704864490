import { agency } from '../../agency.ts';
import { EditRecord } from '../../ui/editor/edit-record.tsx';
import { postKind } from './post-kind.tsx';

export function meta() {
  return [{ title: `Edit post · ${agency.name}` }];
}

export default function EditPost() {
  return <EditRecord kind={postKind} />;
}
