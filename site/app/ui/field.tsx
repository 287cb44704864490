import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './ui-texts.ts';

export interface FieldProps {
  label: string;
  name: string;
  /** help under the control */
  hint?: ReactNode | undefined;
  /** how to correct the value; marks the field as invalid */
  error?: string | undefined;
  /** shows "(optional)" beside the label */
  optional?: boolean | undefined;
  /** shows "required" beside the label (set `required` as well) */
  marked?: boolean | undefined;
  /** its place says what it is: the label is for screen readers alone */
  hidesLabel?: boolean | undefined;
  /** shown under the control at the right, such as a counter */
  aside?: ReactNode | undefined;
}

/** Ids and attributes that tie a control to its label, hint and error. */
function useFieldParts(props: { id?: string | undefined } & FieldProps) {
  const madeId = useId();
  const id = props.id ?? madeId;
  const hintId = props.hint === undefined ? undefined : `${id}-hint`;
  const errorId = props.error === undefined ? undefined : `${id}-error`;
  const described = [errorId, hintId].filter((part) => part !== undefined).join(' ');
  return {
    id,
    hintId,
    errorId,
    control: {
      id,
      name: props.name,
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': props.error === undefined ? undefined : true,
    } as const,
  };
}

function FieldFrame({
  parts,
  label,
  hint,
  error,
  optional,
  marked,
  hidesLabel,
  aside,
  children,
  className,
}: Omit<FieldProps, 'name'> & {
  parts: ReturnType<typeof useFieldParts>;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={classNames('field', className)}>
      <label className={hidesLabel ? 'sr-only' : 'field-label'} htmlFor={parts.id}>
        {label}
        {optional && <span className="field-optional">{` ${uiTexts.field.optional}`}</span>}
        {marked && <span className="field-required">{` ${uiTexts.field.required}`}</span>}
      </label>
      {children}
      {error !== undefined && (
        <p className="field-error" id={parts.errorId}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {(hint !== undefined || aside !== undefined) && (
        <div className="field-foot">
          {hint !== undefined && <span id={parts.hintId}>{hint}</span>}
          {aside}
        </div>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<Tag>, 'name'>;

export function TextField(props: Control<'input'>) {
  const { label, name: _, hint, error, optional, marked, aside, className, ...rest } = props;
  const frame = { label, hint, error, optional, marked, aside, className, parts: useFieldParts(props) };
  return (
    <FieldFrame {...frame}>
      <input className="input" type="text" {...rest} {...frame.parts.control} />
    </FieldFrame>
  );
}

export function TextArea(props: Control<'textarea'> & { above?: ReactNode }) {
  const { label, name: _, hint, error, optional, marked, aside, above, className, ...rest } = props;
  const frame = { label, hint, error, optional, marked, aside, className, parts: useFieldParts(props) };
  return (
    <FieldFrame {...frame}>
      {above}
      <textarea className="input" rows={5} {...rest} {...frame.parts.control} />
    </FieldFrame>
  );
}

/** A labelled native select with `<option>` children. */
export function SelectField(props: Control<'select'>) {
  const {
    label,
    name: _,
    hint,
    error,
    optional,
    marked,
    hidesLabel,
    aside,
    className,
    children,
    ...rest
  } = props;
  const frame = {
    label,
    hint,
    error,
    optional,
    marked,
    hidesLabel,
    aside,
    className,
    parts: useFieldParts(props),
  };
  return (
    <FieldFrame {...frame}>
      <span className="select">
        <select className="input" {...rest} {...frame.parts.control}>
          {children}
        </select>
        <Icon name="chevron-down" />
      </span>
    </FieldFrame>
  );
}
