// The categories screen: reads, saves, deletes service categories through dialogs.
import { useState } from 'react';
import { isRetriedInsert } from '../../../data/is-retried-insert.ts';
import { Link } from 'react-router';
import { dashboardListPath } from '../../../content/content-types.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { classNames } from '../../../ui/class-names.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './categories.module.css';
import { categoryTexts as t } from './category-texts.ts';
import { useCategories, useServicesByCategory } from './use-categories.ts';
import { DeleteRecordDialog } from '../../screen/delete-record.tsx';
import { TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ValidatedFormDialog } from '../../screen/validated-form-dialog.tsx';
import { browserClient } from '../../../data/browser-client.ts';
import { errorMessage } from '../../../ui/error-message.ts';

const { errors } = t;

function explain(error: object): Error {
  return new Error(errorMessage(error, { 23505: errors.nameTaken, 42501: errors.denied }));
}

/** `before` is the present name of the edited category; null creates a new one. */
interface CategorySave {
  id: string;
  name: string;
  before: string | null;
}

async function saveCategory({ id, name, before }: CategorySave): Promise<void> {
  const categories = browserClient().from('categories');
  if (before === null) {
    const { error } = await categories.insert({ id, name });
    if (error && !isRetriedInsert(error)) throw explain(error);
    return;
  }
  const { data, error } = await categories.update({ name }).eq('id', id).eq('name', before).select('id');
  if (error) throw explain(error);
  if (data.length === 0) throw new Error(errors.changed);
}

/** Its services will become uncategorized. */
async function deleteCategory(id: string): Promise<void> {
  const { error } = await browserClient().from('categories').delete().eq('id', id);
  if (error) throw explain(error);
}

interface Category {
  id: string;
  name: string;
}

/** The open dialog and its category; null for a new one. */
type Doing = { what: 'name'; category: Category | null } | { what: 'delete'; category: Category };

export default function CategoriesScreen() {
  const categories = useCategories();
  const services = useServicesByCategory();
  const [doing, setDoing] = useState<Doing>();
  const mayEdit = useMayEditContent();
  function stop(): void {
    setDoing(undefined);
  }
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <Button icon="plus" onClick={() => setDoing({ what: 'name', category: null })}>
              {t.add}
            </Button>
          )
        }
        text={t.description}
        title={t.title}
      />
      <PagedList
        chart="categories"
        className={classNames('grid gap-16', styles.categories)}
        emptyText={t.empty}
        query={categories}
        what={t.what}
      >
        {(category) => (
          <div className={classNames('cluster', styles.category, screenStyles.panel)}>
            <Icon className="harbour" name="folder" />
            <h2 className={classNames('min-w-0 flex-1', screenStyles.panelTitle)}>{category.name}</h2>
            {mayEdit && (
              <span className={styles.buttons}>
                <IconButton
                  icon="edit"
                  label={t.edit(category.name)}
                  onClick={() => setDoing({ what: 'name', category })}
                />
                <IconButton
                  icon="trash"
                  label={t.remove(category.name)}
                  onClick={() => setDoing({ what: 'delete', category })}
                />
              </span>
            )}
            {services.data && (
              <ServiceNames mayEdit={mayEdit} services={services.data.get(category.id) ?? []} />
            )}
          </div>
        )}
      </PagedList>
      {doing?.what === 'name' && <CategoryDialog category={doing.category} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteCategory category={doing.category} onClose={stop} />}
    </>
  );
}

interface ServiceNamesProps {
  services: readonly { id: string; name: string }[];
  mayEdit: boolean;
}

/** Lists the services in a category, with links for users who may edit them. */
function ServiceNames({ services, mayEdit }: ServiceNamesProps) {
  if (services.length === 0) return <p className="w-full muted">{t.deletion.unused}</p>;
  return (
    <ul className="flex flex-wrap w-full muted gap-0-20">
      {services.map(({ id, name }) => (
        <li key={id}>
          {mayEdit ? (
            <Link className="link link-line" to={`${dashboardListPath('services')}/${id}`}>
              {name}
            </Link>
          ) : (
            name
          )}
        </li>
      ))}
    </ul>
  );
}

function consequence(services: number | undefined): string {
  if (services === undefined) return t.deletion.counting;
  return services === 0 ? t.deletion.unused : t.deletion.services(services);
}

/** Asks before a category is deleted, and lists what it contains. */
function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  // counted again, because a colleague may have added a service
  const { data, isSuccess, isFetchedAfterMount } = useServicesByCategory();
  const services = isSuccess && isFetchedAfterMount ? (data.get(category.id)?.length ?? 0) : undefined;
  return (
    <DeleteRecordDialog
      onClose={onClose}
      queryKeys={['categories', 'services']}
      remove={() => deleteCategory(category.id)}
      thing={t.deletion.thing}
      title={category.name}
    >
      <li>{consequence(services)}</li>
    </DeleteRecordDialog>
  );
}

const maxNameLength = 100;

function problemOf(name: string): string | undefined {
  if (name === '') return errors.nameMissing;
  return name.length > maxNameLength ? errors.nameTooLong(maxNameLength) : undefined;
}

/** Names a category; `category` is null for a new one. Open while it is rendered. */
function CategoryDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const [id] = useState(() => category?.id ?? randomId());
  return (
    <ValidatedFormDialog
      check={({ name }) => ({ name: problemOf(name) })}
      first={{ name: category?.name ?? '' }}
      id="category-dialog"
      onClose={onClose}
      onSaved={(_, { name }) => toastSuccess({ title: t.dialog.saved, description: name })}
      problemsOf={({ message }) => ({ name: message })}
      queryKeys={['categories', 'services']}
      record={category?.id}
      submitText={category ? t.dialog.rename : t.dialog.add}
      title={category ? t.dialog.renameTitle : t.dialog.addTitle}
      write={({ name }) => saveCategory({ id, name, before: category?.name ?? null })}
    >
      {(field) => <TextField {...field('name')} autoComplete="off" label={t.dialog.name} required />}
    </ValidatedFormDialog>
  );
}
