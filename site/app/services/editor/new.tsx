import { agency } from '../../agency.ts';
import { ServiceEditor } from './service-editor.tsx';
import '../../ui/editor/editor.css';

export function meta() {
  return [{ title: `New service · ${agency.name}` }];
}

export default function NewService() {
  return <ServiceEditor first={null} />;
}
