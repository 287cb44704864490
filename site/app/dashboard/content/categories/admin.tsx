import { useState } from 'react';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { classNames } from '../../../ui/class-names.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './categories.module.css';
import { CategoryDialog } from './category-dialog.tsx';
import { categoryTexts as t } from './category-texts.ts';
import { DeleteCategory } from './delete-category.tsx';
import { useCategories } from './use-categories.ts';

interface Category {
  id: string;
  name: string;
}

/** What is being done, to which category; null is one that is to be made. */
type Doing = { what: 'name'; category: Category | null } | { what: 'delete'; category: Category };

export default function AdminCategories() {
  const categories = useCategories();
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
      <PagedList className={styles.categories} emptyText={t.empty} query={categories} what={t.what}>
        {(category) => (
          <div className={classNames(styles.category, screenStyles.panel)}>
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
          </div>
        )}
      </PagedList>
      {doing?.what === 'name' && <CategoryDialog category={doing.category} onClose={stop} />}
      {doing?.what === 'delete' && <DeleteCategory category={doing.category} onClose={stop} />}
    </>
  );
}
