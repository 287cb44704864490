// Form field components with label, hint, error: text input, text area, select.
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './ui-texts.ts';

export interface FieldProps {
  label: string;
  name: string;
  /** help below the control */
  hint?: ReactNode | undefined;
  /** how to correct the value; marks the field as invalid */
  error?: string | undefined;
  /** shows "(optional)" beside the label */
  optional?: boolean | undefined;
  /** shows "required" beside the label (set `required` as well) */
  marked?: boolean | undefined;
  /** hides the label visually if its meaning is clear from the context; screen readers still read it */
  hidesLabel?: boolean | undefined;
  /** shown below the control at the right, such as a counter */
  aside?: ReactNode | undefined;
}

/** The problem of a value and how to correct it, below its control. */
export function FieldError({ text, ...rest }: { text: string } & ComponentProps<'p'>) {
  return (
    <p {...rest} className="field-error">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<Tag>, 'name'>;

/** Splits a field's properties: those of its control, connected to label, hint and error, and those of its frame. */
function useField<Props extends Control<'input' | 'textarea' | 'select'>>(props: Props) {
  const { label, hint, error, optional, marked, hidesLabel, aside, className, required, ...rest } = props;
  const madeId = useId();
  const id = props.id ?? madeId;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const control = {
    ...rest,
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
    // with the attribute `required`, Firefox treats an empty field, and the form around it, as invalid from the start
    'aria-required': required || undefined,
  } as const;
  const frame = { id, hintId, errorId, label, hint, error, optional, marked, hidesLabel, aside, className };
  return { control, frame };
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  id: string;
  hintId: string | undefined;
  errorId: string | undefined;
  className: string | undefined;
  children: ReactNode;
}

function FieldFrame({ id, hintId, errorId, children, ...props }: FrameProps) {
  const { label, hint, error, optional, marked, hidesLabel, aside, className } = props;
  return (
    <div className={classNames('field', className)}>
      <label className={hidesLabel ? 'sr-only' : 'field-label'} htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field-optional">{` ${uiTexts.field.optional}`}</span>}
        {marked && <span className="field-required">{` ${uiTexts.field.required}`}</span>}
      </label>
      {children}
      {error !== undefined && <FieldError id={errorId} text={error} />}
      {(hint !== undefined || aside !== undefined) && (
        <div className="field-foot">
          {hint !== undefined && <span id={hintId}>{hint}</span>}
          {aside !== undefined && <span>{aside}</span>}
        </div>
      )}
    </div>
  );
}

export function TextField(props: Control<'input'>) {
  const { control, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input className="input" type="text" {...control} />
    </FieldFrame>
  );
}

export function TextAreaField({ above, ...props }: Control<'textarea'> & { above?: ReactNode }) {
  const { control, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      {above}
      <textarea className="input" rows={5} {...control} />
    </FieldFrame>
  );
}

/** A labelled native select with `<option>` children. */
export function SelectField(props: Control<'select'>) {
  const { control, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <span className="select">
        <select className="input" {...control} />
        <Icon name="chevron-down" />
      </span>
    </FieldFrame>
  );
}
