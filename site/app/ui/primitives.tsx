// A page with every primitive in every state, for developers (routes.ts registers it).
import type { ComponentProps, ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { Button, ButtonLink, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { SelectField, TextAreaField, TextField } from './field.tsx';
import { addIconPaths, Icon, Spinner } from './icon.tsx';
import { iconPaths, type IconName } from './icon-paths.ts';
import { staffIconPaths } from './staff-icon-paths.ts';
import { Logo } from './logo.tsx';
import { MissingScriptsNotice } from './missing-scripts-notice.tsx';
import { Breadcrumbs, PageLink } from './page-link.tsx';
import { PasswordField } from './password-field.tsx';
import { Picture } from './picture.tsx';
import { tilePictureSizes } from './picture-sources.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { toast } from './toast.tsx';

/** By the name of the state. */
type States = Readonly<Record<string, ReactNode>>;

function each<Name extends string>(names: readonly Name[], show: (name: Name) => ReactNode): States {
  return Object.fromEntries(names.map((name) => [name, show(name)]));
}

const here = '/primitives';
const picture = '/samples/accessibility-audit-fix-list.webp';
addIconPaths(staffIconPaths);

const long = 'words '.repeat(12).trim();

const buttonStates: Record<string, ComponentProps<typeof Button>> = {
  plain: {},
  icon: { icon: 'check' },
  busy: { busy: true },
  inactive: { 'aria-disabled': true },
  pressed: { 'aria-pressed': true },
  'icon-only': { icon: 'plus', iconOnly: true },
  wide: { wide: true },
};

function buttons(look: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>): States {
  return {
    ...each(Object.keys(buttonStates), (state) => (
      <Button {...look} {...buttonStates[state]}>
        {state}
      </Button>
    )),
    ...each(['link'], (state) => (
      <ButtonLink {...look} icon="arrow-right" to={here}>
        {state}
      </ButtonLink>
    )),
  };
}

const fieldStates = {
  plain: {},
  hint: { hint: long },
  optional: { optional: true },
  required: { marked: true, required: true },
  error: { error: long, marked: true },
  aside: { aside: '7 / 10', hint: long },
  disabled: { disabled: true },
} satisfies Record<string, Partial<ComponentProps<typeof TextField>>>;
const fieldNames = Object.keys(fieldStates) as (keyof typeof fieldStates)[];

const toasts: Record<string, Omit<Parameters<typeof toast>[0], 'title'>> = {
  'toast-default': { description: long },
  'toast-success': { variant: 'success' },
  'toast-destructive': { variant: 'destructive', action: { label: long, onClick() {} } },
};

const primitives: Record<string, States> = {
  Button: buttons({}),
  'Button-public': buttons({ size: 'public' }),
  'Button-secondary': buttons({ variant: 'secondary' }),
  'Button-danger': buttons({ variant: 'danger' }),
  'Button-ghost': buttons({ variant: 'ghost' }),
  'Button-buff': buttons({ variant: 'buff', size: 'public' }),
  IconButton: each(['plain', 'pressed', 'disabled'], (state) => (
    <IconButton
      aria-pressed={state === 'pressed' || undefined}
      disabled={state === 'disabled'}
      icon="plus"
      label={state}
    />
  )),
  Badge: each(['default', 'secondary', 'outline', 'land', 'ok'], (variant) => (
    <Badge variant={variant}>{variant}</Badge>
  )),
  'Badge-shape': each(['square', 'circle', 'dot', 'ring', 'struck', 'check'], (shape) => (
    <Badge shape={shape}>{shape}</Badge>
  )),
  TextField: each(fieldNames, (state) => (
    <TextField defaultValue={state} label={state} name={`text-${state}`} {...fieldStates[state]} />
  )),
  TextAreaField: each(['plain', 'error', 'disabled'], (state) => (
    <TextAreaField label={state} name={`area-${state}`} rows={2} {...fieldStates[state]} />
  )),
  SelectField: each(['plain', 'error', 'disabled'], (state) => (
    <SelectField label={state} name={`select-${state}`} {...fieldStates[state]}>
      <option>{long}</option>
    </SelectField>
  )),
  PasswordField: each(['plain', 'error'], (state) => (
    <PasswordField
      autoComplete="new-password"
      error={state === 'error' ? long : undefined}
      id={`password-${state}`}
      label={state}
      name={`password-${state}`}
    />
  )),
  'check-field': each(['checkbox', 'checkbox-disabled', 'radio', 'radio-disabled'], (state) => (
    <label className="check-field">
      <input
        defaultChecked
        disabled={state.endsWith('disabled')}
        name={state}
        type={state.startsWith('radio') ? 'radio' : 'checkbox'}
      />
      <span>{state}</span>
    </label>
  )),
  ThemeSwitch: each(['plain', 'compact'], (state) => <ThemeSwitch compact={state === 'compact'} />),
  PageLink: each(['link', 'link-line', 'text-link'], (look) => (
    <PageLink className={look === 'link-line' ? 'link link-line' : look} to={here}>
      {look}
    </PageLink>
  )),
  Breadcrumbs: each(['plain'], (state) => <Breadcrumbs current={long} list={state} to={here} />),
  Logo: each(['plain', 'mark-only'], (state) => <Logo markOnly={state === 'mark-only'} />),
  Picture: each(['plain'], () => (
    <Picture alt="" height={176} sizes={tilePictureSizes} src={picture} width={240} />
  )),
  Spinner: { plain: <Spinner />, ...each(['label'], (state) => <Spinner label={state} />) },
  Icon: each(Object.keys({ ...iconPaths, ...staffIconPaths }) as IconName[], (name) => <Icon name={name} />),
  text: each(['heading-28', 'heading-24', 'muted', 'small', 'caption', 'figure', 'alert'], (look) => (
    <p className={look}>{look}</p>
  )),
  prose: each(['h2', 'h3', 'p', 'blockquote', 'pre'], (Tag) => (
    <div className="prose">
      <Tag>{long}</Tag>
    </div>
  )),
  chips: each(['short', long], (words) => (
    <ul className="chips">
      <li className="buoy">{words}</li>
      <li className="buoy">{words}</li>
    </ul>
  )),
  Toast: each(Object.keys(toasts), (title) => (
    <Button onClick={() => toast({ title, ...toasts[title] })} variant="secondary">
      {title}
    </Button>
  )),
  Dialog: each(['dialog'], (title) => (
    <>
      <Button command="show-modal" commandfor="specimen" variant="secondary">
        {title}
      </Button>
      <Dialog description={long} id="specimen" title={title}>
        <TextField label={title} name="specimen" />
      </Dialog>
    </>
  )),
  MissingScripts: { plain: <MissingScriptsNotice /> },
};

export default function PrimitivesPage() {
  return (
    <main className="page stack gap-32 py-72">
      <title>{here}</title>
      <h1>{here}</h1>
      {Object.entries(primitives).map(([name, states]) => (
        <section aria-labelledby={name} className={classOf(name)} key={name}>
          <h2 className="heading-24" id={name}>
            {name}
          </h2>
          <ul className="cluster gap-24 mt-12">
            {Object.entries(states).map(([state, specimen]) => (
              <li className={classNames('min-w-0', classOf(state))} key={state}>
                {specimen}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

/** Classes around a button: a buff button is only for dark sections, and a wide one fills its container. */
function classOf(name: string): string | undefined {
  if (name === 'wide') return 'w-full';
  return name.endsWith('buff') ? 'night p-16-20' : undefined;
}
