// The form that edits the agency's details: list of screens, shared draft, save, conflicts with other saves.
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { NavLink, useNavigate, useRevalidator } from 'react-router';
import { markAgencyOutdated } from '../../agency/use-agency.ts';
import { classNames } from '../../ui/class-names.ts';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { EditorForm, focusInNextFrame, SaveConflictNotice } from '../content/editor/editor-form.tsx';
import { useFormDraft, type FormDraft } from '../content/use-form-draft.ts';
import { Panel } from '../screen/panel.tsx';
import screenStyles from '../screen/screen.module.css';
import { showError } from '../screen/show-error.ts';
import { agencyRecordOf, type LegalPresets } from './agency-fields-draft.ts';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import { agencySettingsQueryName, restoredFromPresetsId, AgencyVersions } from './versions.tsx';
import {
  agencySaveRequestOf,
  agencyEditorDraftOf,
  agencyEditorPath,
  findChangedAgencyScreens,
  agencyEditorScreenPath,
  agencyEditorScreens,
  findAgencyEditorProblems,
  mergeAgencyDrafts,
  findAgencyEditorScreen,
  withDependentFields,
  replaceInvalidFields,
  type AgencyEditorDraft,
  type AgencyEditorScreen,
} from './agency-editor-draft.ts';
import {
  saveAgency,
  type AgencySaveRequest,
  type SavedAgency,
  type AgencySaveConflict,
} from './saved-agency.ts';
import { hasAgencyPreview, AgencyPagePreview } from './agency-page-preview.tsx';
import { LogoPreview, AgencySectionFields } from './agency-section-fields.tsx';
import { partnersControlId, partnersOf, PartnersSection } from './partners-section.tsx';
import styles from './agency.module.css';

/** Loaded separately, because it contains the colour library. */
const ColoursPanel = lazyComponent(
  () => import('./colours-panel.tsx'),
  () => <Spinner label={t.colours.loading} />,
);
const form = 'agency';

interface AgencyEditorProps {
  first: SavedAgency;
  legal: LegalPresets;
  /** the shown screen, one of `agencyEditorScreens` */
  screen: AgencyEditorScreen;
}

/** Edits the newest version and saves a new one; a save of another owner is never overwritten without a question. */
export function AgencyEditor({ first, legal, screen }: AgencyEditorProps) {
  const [base, setBase] = useState(first);
  const stored = useMemo(() => agencyEditorDraftOf(base, legal), [base, legal]);
  const version = JSON.stringify([base.version.id, base.partners]);
  const [elsewhere, setElsewhere] = useState<AgencySaveConflict>();
  const kept = useFormDraft({
    record: form,
    first: agencyEditorDraftOf(first, legal),
    base: version,
    findProblems: findAgencyEditorProblems,
  });
  const draft: typeof kept = {
    ...kept,
    change: (part) =>
      kept.change((now) => withDependentFields(now, typeof part === 'function' ? part(now) : part)),
  };
  const [announcement, setAnnouncement] = useState('');
  const next = agencyEditorScreens
    .slice(agencyEditorScreens.indexOf(screen) + 1)
    .find(({ names }) => names.length > 0);
  const summary = useRef<HTMLDivElement>(null);
  const pages = useRevalidator();
  const navigate = useNavigate();
  const showControl = useShowControl(screen);
  const save = useWriteMutation(saveAgency, [agencySettingsQueryName]);
  // a stored draft may be older than what another owner has saved since
  const isOutdated = draft.isChanged && draft.base !== version;
  const conflict: AgencySaveConflict | undefined =
    elsewhere ?? (isOutdated ? { ...base, savedAt: base.version.savedAt ?? '' } : undefined);

  function settle(saved: SavedAgency): void {
    setBase(saved);
    setElsewhere(undefined);
    draft.settle(agencyEditorDraftOf(saved, legal));
    // updates the name in the sidebar and in titles
    markAgencyOutdated();
    void pages.revalidate();
  }

  /** Saves. If someone else has saved, `mine` is merged and saved again, unless both changed the same value. */
  function write(
    request: AgencySaveRequest,
    savedTitle: string,
    { mine, onSaved }: { mine?: AgencyEditorDraft; onSaved?: (() => void) | undefined } = {},
  ): void {
    summary.current?.focus();
    save.mutate(request, {
      onSuccess(outcome) {
        if ('saved' in outcome) {
          settle(outcome.saved);
          if (onSaved) onSaved();
          else toastSuccess({ title: savedTitle, description: t.savedText, form });
          return;
        }
        const theirs = outcome.elsewhere;
        const both = mine && merge(mine, request.base, theirs);
        if (both && !both.overlaps) {
          const { merged } = both;
          write(agencySaveRequestOf(merged, theirs, legal), savedTitle, { mine: merged, onSaved });
          return;
        }
        setElsewhere(theirs);
        focusInNextFrame(summary);
      },
      onError(error) {
        showError(error, form);
        focusInNextFrame(summary);
      },
    });
  }

  function merge(mine: AgencyEditorDraft, began: SavedAgency, theirs: SavedAgency) {
    return mergeAgencyDrafts(mine, agencyEditorDraftOf(began, legal), agencyEditorDraftOf(theirs, legal));
  }

  function keepMine(theirs: SavedAgency): void {
    const { merged } = merge(draft.values, base, theirs);
    write(agencySaveRequestOf(merged, theirs, legal), t.saved);
  }

  function goOn(): void {
    void navigate(next ? agencyEditorScreenPath(next) : '/dashboard');
  }

  /** Announces the save to screen readers instead of a toast, which would cover the fields of the next screen. */
  function announceAndGoOn(): void {
    setAnnouncement(t.savedSection(screen.title));
    goOn();
  }

  function submit(continues: boolean): void {
    const onSaved = continues ? announceAndGoOn : undefined;
    if (isOutdated) focusInNextFrame(summary);
    else if (continues && !draft.isChanged) goOn();
    else write(agencySaveRequestOf(draft.values, base, legal), t.saved, { mine: draft.values, onSaved });
  }

  const changed = draft.isChanged ? findChangedAgencyScreens(draft.values, stored) : [];
  return (
    <EditorForm
      continueText={next ? t.saveAndContinue : screen.names.length > 0 ? t.saveAndFinish : undefined}
      draft={draft}
      isSaving={save.isPending}
      onSave={submit}
      path={agencyEditorPath}
      saveText={t.save}
      showControl={showControl}
      state={draft.isChanged ? t.state.changed(changed.map(({ title }) => title)) : t.state.saved}
      summary={summary}
      what={t.what}
    >
      <output className="sr-only">{announcement}</output>
      {conflict && (
        <SaveConflictNotice
          onKeepMine={() => keepMine(conflict)}
          onTakeTheirs={() => settle(conflict)}
          savedAt={conflict.savedAt}
          thing={t.what}
        />
      )}
      <div className={classNames('stack items-start content-start', styles.layout)}>
        <ScreenList changed={changed} current={screen.id} />
        {screen.id === 'versions' ? (
          <AgencyVersions
            isBusy={save.isPending}
            onRestore={({ id, facts, texts }) => {
              if (draft.isChanged) showError(t.versions.unsaved, form);
              else
                write(
                  {
                    base,
                    record: { facts, texts },
                    restoredFrom: id ?? restoredFromPresetsId,
                    partners: null,
                  },
                  t.restored,
                );
            }}
          />
        ) : (
          // not editable while saving, because the response replaces the values of the fields
          <div className="stack dense min-w-0" inert={save.isPending}>
            <ScreenFields draft={draft} screen={screen} />
          </div>
        )}
        {hasAgencyPreview(screen.id) && (
          <AgencyPagePreview
            partners={partnersOf(draft.values)}
            record={agencyRecordOf(replaceInvalidFields(draft.values, stored), base.version, legal)}
            screen={screen.id}
            version={version}
          />
        )}
      </div>
    </EditorForm>
  );
}

/** Focuses a control; if it is on another screen, that screen is shown first. */
function useShowControl(screen: AgencyEditorScreen): (control: string) => void {
  const navigate = useNavigate();
  const wanted = useRef<string>(undefined);

  useEffect(() => {
    const control = wanted.current === undefined ? null : document.getElementById(wanted.current);
    if (!control) return;
    control.focus();
    wanted.current = undefined;
  });

  return (control) => {
    const target = findAgencyEditorScreen(control);
    if (target === undefined || target === screen) {
      document.getElementById(control)?.focus();
      return;
    }
    wanted.current = control;
    void navigate(agencyEditorScreenPath(target), { state: { keepsFocus: true } });
  };
}

/** Links to the screens: beside the fields, or in narrow windows in a menu that is labelled with the shown screen. */
function ScreenList({ current, changed }: { current: string; changed: readonly AgencyEditorScreen[] }) {
  const id = useId();
  const list = (
    <ul>
      {agencyEditorScreens.map((screen) => (
        <li key={screen.id}>
          <NavLink to={agencyEditorScreenPath(screen)}>
            {changed.includes(screen) ? t.unsaved(screen.title) : screen.title}
          </NavLink>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={t.sectionList} className={classNames(screenStyles.tabLinks, styles.screens)}>
      <div className={styles.narrow} key={current}>
        <Button icon="chevron-down" popoverTarget={id} variant="secondary">
          {t.contents}
        </Button>
        <div className={classNames(styles.menu, 'surface')} id={id} popover="auto">
          {list}
        </div>
      </div>
      <div className={styles.wide}>{list}</div>
    </nav>
  );
}

interface ScreenFieldsProps {
  draft: FormDraft<AgencyEditorDraft>;
  screen: AgencyEditorScreen;
}

function ScreenFields({ draft, screen: { id, title } }: ScreenFieldsProps): ReactNode {
  if (id === 'partners') {
    return (
      <PartnersSection
        draft={draft.values}
        error={draft.problemOf(partnersControlId)}
        onChange={(change) => draft.change(change)}
      />
    );
  }
  return (
    <Panel aria-label={title} padded stacked>
      {id === 'logo' && (
        <LogoPreview
          dark={draft.values.logoDark}
          ground={draft.values.logoGround}
          light={draft.values.logo}
        />
      )}
      {id === 'colours' ? (
        <ColoursPanel draft={draft.values} onChange={draft.change} problemOf={draft.problemOf} />
      ) : (
        <AgencySectionFields draft={draft} section={id} />
      )}
    </Panel>
  );
}
