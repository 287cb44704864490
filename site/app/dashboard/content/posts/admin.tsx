import { useState } from 'react';
import { agency } from '../../../agency.ts';
import { deleteRecord, signPreview } from '../../../data/content-records.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatCardDate } from '../../../ui/dates.ts';
import { addressConsequence, DeleteRecord } from '../../screen/delete-record.tsx';
import { ContentTabs } from '../../screen/content-tabs.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { RecordRow } from '../../screen/record-row.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { useAllPosts, type ListedPost } from './list-all-posts.ts';

export function meta() {
  return [{ title: `Resources · ${agency.name}` }];
}

export default function AdminPosts() {
  const posts = useAllPosts();
  const mayEdit = useMayEditContent();
  const [deleting, setDeleting] = useState<ListedPost>();
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <ButtonLink icon="plus" size="dashboard" to="/dashboard/resources/new">
              Add Post
            </ButtonLink>
          )
        }
        text="Published pages and drafts"
        title="Resources"
      />
      <ContentTabs />
      <PagedList
        className="record-rows"
        emptyText="No posts found. Create your first post to get started."
        query={posts}
        what="posts"
      >
        {(post) => (
          <RecordRow
            date={post.published_at && formatCardDate(post.published_at)}
            edit={
              mayEdit ? { path: `/dashboard/resources/${post.id}`, onDelete: () => setDeleting(post) } : null
            }
            id={post.id}
            isPublished={post.is_published}
            pictureUrl={post.cover_url}
            preview={() => signPreview('posts', post.id)}
            seed={post.slug}
            text={post.excerpt}
            title={post.title}
            viewPath={`/resources/${post.slug}`}
          />
        )}
      </PagedList>
      {deleting && (
        <DeleteRecord
          onClose={() => setDeleting(undefined)}
          queryKeys={['posts']}
          remove={() => deleteRecord('posts', deleting.id)}
          thing="post"
          title={deleting.title}
        >
          <li>{addressConsequence(`/resources/${deleting.slug}`, deleting.is_published)}</li>
        </DeleteRecord>
      )}
    </>
  );
}
