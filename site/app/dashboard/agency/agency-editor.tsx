// The form that edits the agency's details: its sections, its draft, the save, conflicts with other saves.
import { Fragment, Suspense, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { agencyPlaceholders } from '../../agency/fill-placeholders.ts';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { Spinner } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { EditorForm, focusInNextFrame, SavedElsewhereNotice } from '../content/editor/editor-form.tsx';
import { useDraft } from '../content/editor/use-draft.ts';
import { Panel } from '../screen/panel.tsx';
import { showError } from '../screen/show-error.ts';
import { type LegalPresets, agencySections } from './agency-draft.ts';
import { agencyScreenTexts as t } from './agency-screen-texts.ts';
import { agencyKey, agencyPresetsId, AgencyVersions } from './versions.tsx';
import { agencyChangesOf, agencyEditorDraftOf, findAgencyEditorProblems } from './agency-editor-draft.ts';
import {
  saveAgency,
  type AgencySave,
  type SavedAgency,
  type AgencySavedElsewhere as ElsewhereSave,
} from './saved-agency.ts';
import { LogoPreview, SectionFields } from './section-fields.tsx';
import { partnersId, PartnersSection } from './partners-section.tsx';
import styles from './agency.module.css';

/** With colour maths that no other screen needs. */
const ColoursPanel = lazyComponent(() => import('./colours-panel.tsx'));
const form = 'agency';
/** As on the home page. */
const beforePartners = 'about-us';
const contents = [
  ...agencySections.flatMap((section) =>
    section.id === beforePartners ? [section, { id: 'partners', title: t.partners.title }] : [section],
  ),
  { id: 'versions', title: t.versions.title },
];
const known = agencyPlaceholders.map((name) => `{{${name}}}`).join(', ');

/** Edits the newest version and saves a new one; nobody's save is overwritten in silence. */
export function AgencyEditor({ first, legal }: { first: SavedAgency; legal: LegalPresets }) {
  const [base, setBase] = useState(first);
  const version = JSON.stringify([base.version.id, base.partners]);
  const [elsewhere, setElsewhere] = useState<ElsewhereSave>();
  const draft = useDraft({
    record: form,
    first: agencyEditorDraftOf(first, legal),
    base: version,
    findProblems: findAgencyEditorProblems,
  });
  const summary = useRef<HTMLDivElement>(null);
  const pages = useRevalidator();
  const save = useWrite(saveAgency, [agencyKey]);
  // a draft of an earlier session may be older than what another owner saved since
  const isOutdated = draft.isChanged && draft.base !== version;
  const conflict: ElsewhereSave | undefined =
    elsewhere ?? (isOutdated ? { ...base, savedAt: base.version.savedAt ?? '' } : undefined);

  // the section that a link names is there only now
  useEffect(() => {
    // returns a promise in newer browsers, which is no cleanup
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  function settle(saved: SavedAgency): void {
    setBase(saved);
    setElsewhere(undefined);
    draft.settle(agencyEditorDraftOf(saved, legal));
    // the name in the sidebar and in titles
    void pages.revalidate();
  }

  function write(request: AgencySave, savedTitle: string): void {
    summary.current?.focus();
    save.mutate(request, {
      onSuccess(outcome) {
        if ('saved' in outcome) {
          settle(outcome.saved);
          toastSuccess({ title: savedTitle, description: t.savedText, form });
        } else {
          setElsewhere(outcome.elsewhere);
          focusInNextFrame(summary);
        }
      },
      onError(error) {
        showError(error, form);
        focusInNextFrame(summary);
      },
    });
  }

  return (
    <EditorForm
      draft={draft}
      isSaving={save.isPending}
      onSave={() =>
        isOutdated ? focusInNextFrame(summary) : write(agencyChangesOf(draft.values, base, legal), t.saved)
      }
      saveText={t.save}
      state={draft.isChanged ? t.state.changed : t.state.saved}
      summary={summary}
      what={t.what}
    >
      {conflict && (
        <SavedElsewhereNotice
          onKeepMine={() => write(agencyChangesOf(draft.values, conflict, legal), t.saved)}
          onTakeTheirs={() => settle(conflict)}
          savedAt={conflict.savedAt}
          thing={t.what}
        />
      )}
      <div className={styles.layout}>
        <nav aria-labelledby="agency-contents" className={styles.contents}>
          <h2 id="agency-contents">{t.contents}</h2>
          <ul>
            {contents.map(({ id, title }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <p className="small muted">{t.placeholders(known)}</p>
        </nav>
        <div className="stack">
          {/* the response replaces the values of the fields: what was typed meanwhile would be lost */}
          <div className="stack dense" inert={save.isPending}>
            {agencySections.map(({ id, title, groups }) => (
              <Fragment key={id}>
                <Panel id={id} padded stacked title={title}>
                  {id === 'logo' && (
                    <LogoPreview
                      dark={draft.values.logoDark}
                      ground={draft.values.logoGround}
                      light={draft.values.logo}
                    />
                  )}
                  {id === 'colours' && (
                    <Suspense fallback={<Spinner label={t.colours.loading} />}>
                      <ColoursPanel
                        draft={draft.values}
                        onChange={draft.change}
                        problemOf={draft.problemOf}
                      />
                    </Suspense>
                  )}
                  {id !== 'colours' && <SectionFields draft={draft} groups={groups} />}
                </Panel>
                {id === beforePartners && (
                  <PartnersSection
                    draft={draft.values}
                    error={draft.problemOf(partnersId)}
                    onChange={(change) => draft.change(change)}
                  />
                )}
              </Fragment>
            ))}
          </div>
          <AgencyVersions
            isBusy={save.isPending}
            onRestore={({ id, facts, texts }) => {
              if (draft.isChanged) showError(t.versions.unsaved, form);
              else
                write(
                  { base, record: { facts, texts }, restoredFrom: id ?? agencyPresetsId, partners: null },
                  t.restored,
                );
            }}
          />
        </div>
      </div>
    </EditorForm>
  );
}
