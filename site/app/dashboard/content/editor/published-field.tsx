import { SwitchField } from '../../screen/switch-field.tsx';

export interface PublishedFieldProps {
  /** begins the id of the control */
  thing: string;
  isPublished: boolean;
  onChange: (part: { isPublished: boolean }) => void;
}

/** Whether visitors see the record. */
export function PublishedField({ thing, isPublished, onChange }: PublishedFieldProps) {
  return (
    <SwitchField
      checked={isPublished}
      id={`${thing}-published`}
      label="Published"
      onChange={(checked) => onChange({ isPublished: checked })}
      text={isPublished ? 'On: anyone can see it' : 'Off: only the team sees it'}
    />
  );
}
