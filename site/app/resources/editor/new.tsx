import { agency } from '../../agency.ts';
import { RecordEditor } from '../../ui/editor/record-editor.tsx';
import { postKind } from './post-kind.tsx';

export function meta() {
  return [{ title: `New post · ${agency.name}` }];
}

export default function NewPost() {
  return <RecordEditor first={null} kind={postKind} />;
}
