// Generated from the migrated database by supabase/render-database-types.ts (npm run types). Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      accessibility_feedback: {
        Row: {
          acknowledged_at: string | null;
          created_at: string;
          id: string;
          message: string;
          name: string | null;
          page: string | null;
          reply_to: string | null;
          responded_at: string | null;
          responded_by: string | null;
          response: string | null;
        };
        Insert: {
          acknowledged_at?: string | null;
          created_at?: string;
          id?: string;
          message: string;
          name?: string | null;
          page?: string | null;
          reply_to?: string | null;
          responded_at?: string | null;
          responded_by?: string | null;
          response?: string | null;
        };
        Update: {
          acknowledged_at?: string | null;
          created_at?: string;
          id?: string;
          message?: string;
          name?: string | null;
          page?: string | null;
          reply_to?: string | null;
          responded_at?: string | null;
          responded_by?: string | null;
          response?: string | null;
        };
        Relationships: [];
      };
      agency_settings: {
        Row: {
          based_on: number | null;
          created_at: string;
          created_by: string | null;
          facts: Json;
          id: number;
          restored_from: number | null;
          texts: Json;
        };
        Insert: {
          based_on?: number | null;
          created_at?: string;
          created_by?: string | null;
          facts?: Json;
          id?: number;
          restored_from?: number | null;
          texts?: Json;
        };
        Update: {
          based_on?: number | null;
          created_at?: string;
          created_by?: string | null;
          facts?: Json;
          id?: number;
          restored_from?: number | null;
          texts?: Json;
        };
        Relationships: [];
      };
      app_media: {
        Row: {
          alt: string;
          app_id: string;
          created_at: string;
          id: string;
          is_sample: boolean;
          kind: string;
          sort_order: number;
          url: string;
        };
        Insert: {
          alt?: string;
          app_id: string;
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          kind?: string;
          sort_order?: number;
          url: string;
        };
        Update: {
          alt?: string;
          app_id?: string;
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          kind?: string;
          sort_order?: number;
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'app_media_app_id_fkey';
            columns: ['app_id'];
            isOneToOne: false;
            referencedRelation: 'apps';
            referencedColumns: ['id'];
          },
        ];
      };
      apps: {
        Row: {
          category: string | null;
          created_at: string;
          demo_url: string | null;
          description: string;
          feature_chips: string[];
          id: string;
          is_published: boolean;
          is_sample: boolean;
          logo_alt: string | null;
          logo_url: string | null;
          name: string;
          platforms: string[];
          published_at: string | null;
          seo: Json;
          short_pitch: string;
          slug: string;
          text_format: string;
          updated_at: string;
        };
        Insert: {
          category?: string | null;
          created_at?: string;
          demo_url?: string | null;
          description?: string;
          feature_chips?: string[];
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          logo_alt?: string | null;
          logo_url?: string | null;
          name: string;
          platforms?: string[];
          published_at?: string | null;
          seo?: Json;
          short_pitch?: string;
          slug: string;
          text_format?: string;
          updated_at?: string;
        };
        Update: {
          category?: string | null;
          created_at?: string;
          demo_url?: string | null;
          description?: string;
          feature_chips?: string[];
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          logo_alt?: string | null;
          logo_url?: string | null;
          name?: string;
          platforms?: string[];
          published_at?: string | null;
          seo?: Json;
          short_pitch?: string;
          slug?: string;
          text_format?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      audit_log: {
        Row: {
          account_email: string | null;
          account_id: string | null;
          account_name: string | null;
          action: string;
          amount: number | null;
          area: string;
          created_at: string;
          details: string[];
          id: string;
          kind: string;
          network: string | null;
          record_id: string | null;
          record_name: string | null;
        };
        Insert: {
          account_email?: string | null;
          account_id?: string | null;
          account_name?: string | null;
          action: string;
          amount?: number | null;
          area: string;
          created_at?: string;
          details?: string[];
          id?: string;
          kind: string;
          network?: string | null;
          record_id?: string | null;
          record_name?: string | null;
        };
        Update: {
          account_email?: string | null;
          account_id?: string | null;
          account_name?: string | null;
          action?: string;
          amount?: number | null;
          area?: string;
          created_at?: string;
          details?: string[];
          id?: string;
          kind?: string;
          network?: string | null;
          record_id?: string | null;
          record_name?: string | null;
        };
        Relationships: [];
      };
      booking_blocks: {
        Row: {
          created_at: string;
          created_by: string | null;
          ends_at: string;
          id: string;
          reason: string | null;
          starts_at: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          ends_at: string;
          id?: string;
          reason?: string | null;
          starts_at: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          ends_at?: string;
          id?: string;
          reason?: string | null;
          starts_at?: string;
        };
        Relationships: [];
      };
      booking_settings: {
        Row: {
          buffer_minutes: number;
          horizon_days: number;
          id: boolean;
          is_open: boolean | null;
          notice_hours: number;
          updated_at: string;
        };
        Insert: {
          buffer_minutes?: number;
          horizon_days?: number;
          id?: boolean;
          is_open?: boolean | null;
          notice_hours?: number;
          updated_at?: string;
        };
        Update: {
          buffer_minutes?: number;
          horizon_days?: number;
          id?: boolean;
          is_open?: boolean | null;
          notice_hours?: number;
          updated_at?: string;
        };
        Relationships: [];
      };
      bookings: {
        Row: {
          address_hash: string | null;
          by_staff: boolean;
          created_at: string;
          ends_at: string;
          held_until: string;
          id: string;
          lead_id: string;
          starts_at: string;
          state: string;
          submission_key: string | null;
          version: number;
          visitor_zone: string | null;
        };
        Insert: {
          address_hash?: string | null;
          by_staff?: boolean;
          created_at?: string;
          ends_at: string;
          held_until: string;
          id?: string;
          lead_id: string;
          starts_at: string;
          state?: string;
          submission_key?: string | null;
          version?: number;
          visitor_zone?: string | null;
        };
        Update: {
          address_hash?: string | null;
          by_staff?: boolean;
          created_at?: string;
          ends_at?: string;
          held_until?: string;
          id?: string;
          lead_id?: string;
          starts_at?: string;
          state?: string;
          submission_key?: string | null;
          version?: number;
          visitor_zone?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bookings_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      canned_replies: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          name: string;
          updated_at: string;
        };
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      case_studies: {
        Row: {
          body: string | null;
          client: string;
          cover_alt: string | null;
          cover_url: string | null;
          created_at: string;
          excerpt: string;
          id: string;
          is_published: boolean;
          is_sample: boolean;
          problem: string;
          published_at: string | null;
          quote: string;
          quote_name: string;
          quote_role: string;
          results: string[];
          seo: Json;
          service_ids: string[];
          slug: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          body?: string | null;
          client?: string;
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          problem?: string;
          published_at?: string | null;
          quote?: string;
          quote_name?: string;
          quote_role?: string;
          results?: string[];
          seo?: Json;
          service_ids?: string[];
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          body?: string | null;
          client?: string;
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          problem?: string;
          published_at?: string | null;
          quote?: string;
          quote_name?: string;
          quote_role?: string;
          results?: string[];
          seo?: Json;
          service_ids?: string[];
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      categories: {
        Row: {
          created_at: string;
          id: string;
          is_sample: boolean;
          name: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          name: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      content_autosaves: {
        Row: {
          account_id: string;
          base_revision: string | null;
          device_name: string;
          draft: Json;
          draft_id: string;
          is_replaced: boolean;
          kind: string;
          pictures: string[];
          record_id: string;
          saved_at: string;
          step: number;
          typed_at: string;
        };
        Insert: {
          account_id: string;
          base_revision?: string | null;
          device_name: string;
          draft: Json;
          draft_id: string;
          is_replaced?: boolean;
          kind: string;
          pictures?: string[];
          record_id: string;
          saved_at?: string;
          step: number;
          typed_at: string;
        };
        Update: {
          account_id?: string;
          base_revision?: string | null;
          device_name?: string;
          draft?: Json;
          draft_id?: string;
          is_replaced?: boolean;
          kind?: string;
          pictures?: string[];
          record_id?: string;
          saved_at?: string;
          step?: number;
          typed_at?: string;
        };
        Relationships: [];
      };
      content_heads: {
        Row: {
          draft: number | null;
          draft_base: number | null;
          due_at: string | null;
          error: string | null;
          former: number | null;
          kind: string;
          published: number | null;
          record_id: string;
          scheduled: number | null;
          scheduled_base: number | null;
          scheduled_by: string | null;
          zone: string | null;
        };
        Insert: {
          draft?: number | null;
          draft_base?: number | null;
          due_at?: string | null;
          error?: string | null;
          former?: number | null;
          kind: string;
          published?: number | null;
          record_id: string;
          scheduled?: number | null;
          scheduled_base?: number | null;
          scheduled_by?: string | null;
          zone?: string | null;
        };
        Update: {
          draft?: number | null;
          draft_base?: number | null;
          due_at?: string | null;
          error?: string | null;
          former?: number | null;
          kind?: string;
          published?: number | null;
          record_id?: string;
          scheduled?: number | null;
          scheduled_base?: number | null;
          scheduled_by?: string | null;
          zone?: string | null;
        };
        Relationships: [];
      };
      content_versions: {
        Row: {
          account_id: string | null;
          account_name: string | null;
          changed: string[];
          findings: Json | null;
          kind: string;
          pictures: string[];
          record: Json;
          record_id: string;
          saved_at: string;
          state: string;
          version: number;
        };
        Insert: {
          account_id?: string | null;
          account_name?: string | null;
          changed?: string[];
          findings?: Json | null;
          kind: string;
          pictures?: string[];
          record: Json;
          record_id: string;
          saved_at?: string;
          state?: string;
          version: number;
        };
        Update: {
          account_id?: string | null;
          account_name?: string | null;
          changed?: string[];
          findings?: Json | null;
          kind?: string;
          pictures?: string[];
          record?: Json;
          record_id?: string;
          saved_at?: string;
          state?: string;
          version?: number;
        };
        Relationships: [];
      };
      deleted_content: {
        Row: {
          account_id: string | null;
          account_name: string | null;
          belongings: Json;
          deleted_at: string;
          former_slugs: string[];
          kind: string;
          lead_ids: string[];
          name: string;
          pictures: string[];
          record: Json;
          record_id: string;
          slug: string;
          was_published: boolean;
        };
        Insert: {
          account_id?: string | null;
          account_name?: string | null;
          belongings?: Json;
          deleted_at?: string;
          former_slugs?: string[];
          kind: string;
          lead_ids?: string[];
          name: string;
          pictures?: string[];
          record: Json;
          record_id: string;
          slug: string;
          was_published: boolean;
        };
        Update: {
          account_id?: string | null;
          account_name?: string | null;
          belongings?: Json;
          deleted_at?: string;
          former_slugs?: string[];
          kind?: string;
          lead_ids?: string[];
          name?: string;
          pictures?: string[];
          record?: Json;
          record_id?: string;
          slug?: string;
          was_published?: boolean;
        };
        Relationships: [];
      };
      former_slugs: {
        Row: {
          created_at: string;
          kind: string;
          record_id: string | null;
          slug: string;
        };
        Insert: {
          created_at?: string;
          kind: string;
          record_id?: string | null;
          slug: string;
        };
        Update: {
          created_at?: string;
          kind?: string;
          record_id?: string | null;
          slug?: string;
        };
        Relationships: [];
      };
      images: {
        Row: {
          alt: string | null;
          created_at: string;
          file: string;
          id: string;
          name: string;
          uploaded_by: string | null;
        };
        Insert: {
          alt?: string | null;
          created_at?: string;
          file: string;
          id: string;
          name?: string;
          uploaded_by?: string | null;
        };
        Update: {
          alt?: string | null;
          created_at?: string;
          file?: string;
          id?: string;
          name?: string;
          uploaded_by?: string | null;
        };
        Relationships: [];
      };
      lead_follow_ups: {
        Row: {
          created_at: string;
          due_at: string;
          due_on: string;
          lead_at: string;
          lead_id: string;
          set_by: string | null;
        };
        Insert: {
          created_at?: string;
          due_at?: string;
          due_on: string;
          lead_at?: string;
          lead_id: string;
          set_by?: string | null;
        };
        Update: {
          created_at?: string;
          due_at?: string;
          due_on?: string;
          lead_at?: string;
          lead_id?: string;
          set_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_follow_ups_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_mentions: {
        Row: {
          created_at: string;
          lead_id: string;
          note_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          lead_id: string;
          note_id: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          lead_id?: string;
          note_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_mentions_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'lead_mentions_note_id_fkey';
            columns: ['note_id'];
            isOneToOne: false;
            referencedRelation: 'lead_notes';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_messages: {
        Row: {
          author_id: string | null;
          bounced_at: string | null;
          channel: string | null;
          created_at: string;
          delivery_problem: string | null;
          delivery_state: string | null;
          id: string;
          is_sample: boolean;
          lead_id: string;
          message: string;
          sender_type: string;
          transport_id: string | null;
        };
        Insert: {
          author_id?: string | null;
          bounced_at?: string | null;
          channel?: string | null;
          created_at?: string;
          delivery_problem?: string | null;
          delivery_state?: string | null;
          id?: string;
          is_sample?: boolean;
          lead_id: string;
          message: string;
          sender_type: string;
          transport_id?: string | null;
        };
        Update: {
          author_id?: string | null;
          bounced_at?: string | null;
          channel?: string | null;
          created_at?: string;
          delivery_problem?: string | null;
          delivery_state?: string | null;
          id?: string;
          is_sample?: boolean;
          lead_id?: string;
          message?: string;
          sender_type?: string;
          transport_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_messages_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_notes: {
        Row: {
          author_id: string | null;
          created_at: string;
          edited_at: string | null;
          id: string;
          is_event: boolean;
          lead_id: string;
          mentions: string[];
          note: string;
        };
        Insert: {
          author_id?: string | null;
          created_at?: string;
          edited_at?: string | null;
          id?: string;
          is_event?: boolean;
          lead_id: string;
          mentions?: string[];
          note: string;
        };
        Update: {
          author_id?: string | null;
          created_at?: string;
          edited_at?: string | null;
          id?: string;
          is_event?: boolean;
          lead_id?: string;
          mentions?: string[];
          note?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_notes_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_reads: {
        Row: {
          is_unread: boolean;
          lead_id: string;
          read_at: string;
          user_id: string;
        };
        Insert: {
          is_unread?: boolean;
          lead_id: string;
          read_at?: string;
          user_id?: string;
        };
        Update: {
          is_unread?: boolean;
          lead_id?: string;
          read_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'lead_reads_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      lead_totals: {
        Row: {
          status: string;
          total: number;
        };
        Insert: {
          status: string;
          total?: number;
        };
        Update: {
          status?: string;
          total?: number;
        };
        Relationships: [];
      };
      leads: {
        Row: {
          address_hash: string | null;
          asked_for_contact: boolean | null;
          assignee_id: string | null;
          campaign_medium: string | null;
          campaign_name: string | null;
          campaign_source: string | null;
          channel: string | null;
          company: string | null;
          consent_at: string | null;
          consent_text: string | null;
          consent_version: string | null;
          content_hash: string | null;
          created_at: string;
          created_by: string | null;
          email: string | null;
          email_bounced_at: string | null;
          erased_at: string | null;
          handled_at: string | null;
          id: string;
          is_sample: boolean;
          landing_path: string | null;
          last_reply_at: string | null;
          locale: string;
          message: string | null;
          name: string;
          network_hash: string | null;
          origin: string | null;
          phone: string | null;
          referrer_host: string | null;
          reply_count: number;
          score: number;
          score_reasons: string[];
          service_id: string | null;
          service_name: string | null;
          source_path: string | null;
          status: string;
          stripe_customer_id: string | null;
          stripe_synced_at: string | null;
          submission_key: string | null;
        };
        Insert: {
          address_hash?: string | null;
          asked_for_contact?: boolean | null;
          assignee_id?: string | null;
          campaign_medium?: string | null;
          campaign_name?: string | null;
          campaign_source?: string | null;
          channel?: string | null;
          company?: string | null;
          consent_at?: string | null;
          consent_text?: string | null;
          consent_version?: string | null;
          content_hash?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          email_bounced_at?: string | null;
          erased_at?: string | null;
          handled_at?: string | null;
          id?: string;
          is_sample?: boolean;
          landing_path?: string | null;
          last_reply_at?: string | null;
          locale?: string;
          message?: string | null;
          name: string;
          network_hash?: string | null;
          origin?: string | null;
          phone?: string | null;
          referrer_host?: string | null;
          reply_count?: number;
          score?: number;
          score_reasons?: string[];
          service_id?: string | null;
          service_name?: string | null;
          source_path?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_synced_at?: string | null;
          submission_key?: string | null;
        };
        Update: {
          address_hash?: string | null;
          asked_for_contact?: boolean | null;
          assignee_id?: string | null;
          campaign_medium?: string | null;
          campaign_name?: string | null;
          campaign_source?: string | null;
          channel?: string | null;
          company?: string | null;
          consent_at?: string | null;
          consent_text?: string | null;
          consent_version?: string | null;
          content_hash?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          email_bounced_at?: string | null;
          erased_at?: string | null;
          handled_at?: string | null;
          id?: string;
          is_sample?: boolean;
          landing_path?: string | null;
          last_reply_at?: string | null;
          locale?: string;
          message?: string | null;
          name?: string;
          network_hash?: string | null;
          origin?: string | null;
          phone?: string | null;
          referrer_host?: string | null;
          reply_count?: number;
          score?: number;
          score_reasons?: string[];
          service_id?: string | null;
          service_name?: string | null;
          source_path?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_synced_at?: string | null;
          submission_key?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'leads_service_id_fkey';
            columns: ['service_id'];
            isOneToOne: false;
            referencedRelation: 'services';
            referencedColumns: ['id'];
          },
        ];
      };
      leads_needing_reply: {
        Row: {
          assignee_id: string | null;
          escalate_at: string | null;
          is_assignee_told: boolean;
          lead_at: string;
          lead_id: string;
          since: string;
          status: string | null;
          target_at: string | null;
        };
        Insert: {
          assignee_id?: string | null;
          escalate_at?: string | null;
          is_assignee_told?: boolean;
          lead_at?: string;
          lead_id: string;
          since: string;
          status?: string | null;
          target_at?: string | null;
        };
        Update: {
          assignee_id?: string | null;
          escalate_at?: string | null;
          is_assignee_told?: boolean;
          lead_at?: string;
          lead_id?: string;
          since?: string;
          status?: string | null;
          target_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'leads_needing_reply_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: true;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
        ];
      };
      media: {
        Row: {
          alt: string;
          created_at: string;
          id: string;
          is_sample: boolean;
          kind: string;
          service_id: string | null;
          url: string;
        };
        Insert: {
          alt?: string;
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          kind?: string;
          service_id?: string | null;
          url: string;
        };
        Update: {
          alt?: string;
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          kind?: string;
          service_id?: string | null;
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'media_service_id_fkey';
            columns: ['service_id'];
            isOneToOne: false;
            referencedRelation: 'services';
            referencedColumns: ['id'];
          },
        ];
      };
      missed_paths: {
        Row: {
          last_at: string;
          path: string;
          visits: number;
        };
        Insert: {
          last_at?: string;
          path: string;
          visits?: number;
        };
        Update: {
          last_at?: string;
          path?: string;
          visits?: number;
        };
        Relationships: [];
      };
      owner_links: {
        Row: {
          created_at: string;
          expires_at: string;
          token_hash: string;
        };
        Insert: {
          created_at?: string;
          expires_at: string;
          token_hash: string;
        };
        Update: {
          created_at?: string;
          expires_at?: string;
          token_hash?: string;
        };
        Relationships: [];
      };
      partners: {
        Row: {
          created_at: string;
          id: string;
          is_sample: boolean;
          logo_ground: string;
          logo_url: string | null;
          name: string;
          sort_order: number;
        };
        Insert: {
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          logo_ground?: string;
          logo_url?: string | null;
          name: string;
          sort_order?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_sample?: boolean;
          logo_ground?: string;
          logo_url?: string | null;
          name?: string;
          sort_order?: number;
        };
        Relationships: [];
      };
      posts: {
        Row: {
          body: string | null;
          cover_alt: string | null;
          cover_url: string | null;
          created_at: string;
          excerpt: string;
          id: string;
          is_published: boolean;
          is_sample: boolean;
          published_at: string | null;
          seo: Json;
          slug: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          body?: string | null;
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          published_at?: string | null;
          seo?: Json;
          slug: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          body?: string | null;
          cover_alt?: string | null;
          cover_url?: string | null;
          created_at?: string;
          excerpt?: string;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          published_at?: string | null;
          seo?: Json;
          slug?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      privacy_incidents: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          is_serious: boolean;
          noticed_on: string;
          risk: string;
          told: string | null;
          told_on: string | null;
          what: string;
          whose: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          is_serious: boolean;
          noticed_on?: string;
          risk: string;
          told?: string | null;
          told_on?: string | null;
          what: string;
          whose: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          is_serious?: boolean;
          noticed_on?: string;
          risk?: string;
          told?: string | null;
          told_on?: string | null;
          what?: string;
          whose?: string;
        };
        Relationships: [];
      };
      privacy_requests: {
        Row: {
          contact: string;
          created_at: string;
          created_by: string | null;
          done_on: string | null;
          due_on: string;
          id: string;
          kind: string;
          note: string | null;
          received_on: string;
          response: string | null;
        };
        Insert: {
          contact: string;
          created_at?: string;
          created_by?: string | null;
          done_on?: string | null;
          due_on?: string;
          id?: string;
          kind: string;
          note?: string | null;
          received_on?: string;
          response?: string | null;
        };
        Update: {
          contact?: string;
          created_at?: string;
          created_by?: string | null;
          done_on?: string | null;
          due_on?: string;
          id?: string;
          kind?: string;
          note?: string | null;
          received_on?: string;
          response?: string | null;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          away_from: string | null;
          away_until: string | null;
          email: string | null;
          full_name: string | null;
          id: string;
          mail_frequency: string;
          reply_signature: string | null;
          single_key_shortcuts: boolean;
          updated_at: string;
        };
        Insert: {
          away_from?: string | null;
          away_until?: string | null;
          email?: string | null;
          full_name?: string | null;
          id: string;
          mail_frequency?: string;
          reply_signature?: string | null;
          single_key_shortcuts?: boolean;
          updated_at?: string;
        };
        Update: {
          away_from?: string | null;
          away_until?: string | null;
          email?: string | null;
          full_name?: string | null;
          id?: string;
          mail_frequency?: string;
          reply_signature?: string | null;
          single_key_shortcuts?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      quarantined_leads: {
        Row: {
          address_hash: string | null;
          asked_for_contact: boolean | null;
          assignee_id: string | null;
          campaign_medium: string | null;
          campaign_name: string | null;
          campaign_source: string | null;
          channel: string | null;
          company: string | null;
          consent_at: string | null;
          consent_text: string | null;
          consent_version: string | null;
          content_hash: string | null;
          created_at: string;
          created_by: string | null;
          email: string;
          email_bounced_at: string | null;
          erased_at: string | null;
          handled_at: string | null;
          id: string;
          is_sample: boolean;
          landing_path: string | null;
          last_reply_at: string | null;
          locale: string;
          message: string | null;
          name: string;
          network_hash: string | null;
          origin: string | null;
          phone: string | null;
          referrer_host: string | null;
          reply_count: number;
          score: number;
          score_reasons: string[];
          service_id: string | null;
          service_name: string | null;
          source_path: string | null;
          status: string;
          stripe_customer_id: string | null;
          stripe_synced_at: string | null;
          submission_key: string | null;
        };
        Insert: {
          address_hash?: string | null;
          asked_for_contact?: boolean | null;
          assignee_id?: string | null;
          campaign_medium?: string | null;
          campaign_name?: string | null;
          campaign_source?: string | null;
          channel?: string | null;
          company?: string | null;
          consent_at?: string | null;
          consent_text?: string | null;
          consent_version?: string | null;
          content_hash?: string | null;
          created_at?: string;
          created_by?: string | null;
          email: string;
          email_bounced_at?: string | null;
          erased_at?: string | null;
          handled_at?: string | null;
          id?: string;
          is_sample?: boolean;
          landing_path?: string | null;
          last_reply_at?: string | null;
          locale?: string;
          message?: string | null;
          name: string;
          network_hash?: string | null;
          origin?: string | null;
          phone?: string | null;
          referrer_host?: string | null;
          reply_count?: number;
          score?: number;
          score_reasons?: string[];
          service_id?: string | null;
          service_name?: string | null;
          source_path?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_synced_at?: string | null;
          submission_key?: string | null;
        };
        Update: {
          address_hash?: string | null;
          asked_for_contact?: boolean | null;
          assignee_id?: string | null;
          campaign_medium?: string | null;
          campaign_name?: string | null;
          campaign_source?: string | null;
          channel?: string | null;
          company?: string | null;
          consent_at?: string | null;
          consent_text?: string | null;
          consent_version?: string | null;
          content_hash?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string;
          email_bounced_at?: string | null;
          erased_at?: string | null;
          handled_at?: string | null;
          id?: string;
          is_sample?: boolean;
          landing_path?: string | null;
          last_reply_at?: string | null;
          locale?: string;
          message?: string | null;
          name?: string;
          network_hash?: string | null;
          origin?: string | null;
          phone?: string | null;
          referrer_host?: string | null;
          reply_count?: number;
          score?: number;
          score_reasons?: string[];
          service_id?: string | null;
          service_name?: string | null;
          source_path?: string | null;
          status?: string;
          stripe_customer_id?: string | null;
          stripe_synced_at?: string | null;
          submission_key?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'quarantined_leads_service_id_fkey';
            columns: ['service_id'];
            isOneToOne: false;
            referencedRelation: 'services';
            referencedColumns: ['id'];
          },
        ];
      };
      received_files: {
        Row: {
          mail_id: string;
          media_type: string;
          name: string;
          part: number;
          refused: string | null;
          size_bytes: number;
        };
        Insert: {
          mail_id: string;
          media_type: string;
          name: string;
          part: number;
          refused?: string | null;
          size_bytes: number;
        };
        Update: {
          mail_id?: string;
          media_type?: string;
          name?: string;
          part?: number;
          refused?: string | null;
          size_bytes?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'received_files_mail_id_fkey';
            columns: ['mail_id'];
            isOneToOne: false;
            referencedRelation: 'received_mails';
            referencedColumns: ['id'];
          },
        ];
      };
      received_mails: {
        Row: {
          body: string;
          content_key: string;
          escalate_at: string | null;
          folds: number[];
          from_address: string;
          from_name: string;
          id: string;
          is_cut: boolean;
          is_other_address: boolean;
          lead_id: string | null;
          mail_id: string | null;
          message_id: string | null;
          reason: string;
          received_at: string;
          sender_check: string | null;
          sent_at: string | null;
          size_bytes: number;
          state: string;
          subject: string;
          target_at: string | null;
          way: string;
        };
        Insert: {
          body?: string;
          content_key: string;
          escalate_at?: string | null;
          folds?: number[];
          from_address: string;
          from_name?: string;
          id?: string;
          is_cut?: boolean;
          is_other_address?: boolean;
          lead_id?: string | null;
          mail_id?: string | null;
          message_id?: string | null;
          reason: string;
          received_at?: string;
          sender_check?: string | null;
          sent_at?: string | null;
          size_bytes: number;
          state: string;
          subject?: string;
          target_at?: string | null;
          way: string;
        };
        Update: {
          body?: string;
          content_key?: string;
          escalate_at?: string | null;
          folds?: number[];
          from_address?: string;
          from_name?: string;
          id?: string;
          is_cut?: boolean;
          is_other_address?: boolean;
          lead_id?: string | null;
          mail_id?: string | null;
          message_id?: string | null;
          reason?: string;
          received_at?: string;
          sender_check?: string | null;
          sent_at?: string | null;
          size_bytes?: number;
          state?: string;
          subject?: string;
          target_at?: string | null;
          way?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'received_mails_lead_id_fkey';
            columns: ['lead_id'];
            isOneToOne: false;
            referencedRelation: 'leads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'received_mails_message_id_fkey';
            columns: ['message_id'];
            isOneToOne: false;
            referencedRelation: 'lead_messages';
            referencedColumns: ['id'];
          },
        ];
      };
      redirects: {
        Row: {
          created_at: string;
          from_path: string;
          id: string;
          status: number;
          target: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          from_path: string;
          id?: string;
          status?: number;
          target: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          from_path?: string;
          id?: string;
          status?: number;
          target?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      saved_views: {
        Row: {
          account_id: string;
          created_at: string;
          id: string;
          is_shared: boolean;
          name: string;
          query: string;
        };
        Insert: {
          account_id?: string;
          created_at?: string;
          id?: string;
          is_shared?: boolean;
          name: string;
          query: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          id?: string;
          is_shared?: boolean;
          name?: string;
          query?: string;
        };
        Relationships: [];
      };
      server_keys: {
        Row: {
          name: string;
          updated_at: string;
          valid_until: string | null;
          value: string;
        };
        Insert: {
          name: string;
          updated_at?: string;
          valid_until?: string | null;
          value: string;
        };
        Update: {
          name?: string;
          updated_at?: string;
          valid_until?: string | null;
          value?: string;
        };
        Relationships: [];
      };
      services: {
        Row: {
          category_id: string | null;
          created_at: string;
          description: string;
          feature_chips: string[];
          hero_image_alt: string | null;
          hero_image_url: string | null;
          id: string;
          is_published: boolean;
          is_sample: boolean;
          name: string;
          pricing_json: Json;
          published_at: string | null;
          seo: Json;
          short_pitch: string;
          slug: string;
          text_format: string;
          updated_at: string;
        };
        Insert: {
          category_id?: string | null;
          created_at?: string;
          description?: string;
          feature_chips?: string[];
          hero_image_alt?: string | null;
          hero_image_url?: string | null;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          name: string;
          pricing_json?: Json;
          published_at?: string | null;
          seo?: Json;
          short_pitch?: string;
          slug: string;
          text_format?: string;
          updated_at?: string;
        };
        Update: {
          category_id?: string | null;
          created_at?: string;
          description?: string;
          feature_chips?: string[];
          hero_image_alt?: string | null;
          hero_image_url?: string | null;
          id?: string;
          is_published?: boolean;
          is_sample?: boolean;
          name?: string;
          pricing_json?: Json;
          published_at?: string | null;
          seo?: Json;
          short_pitch?: string;
          slug?: string;
          text_format?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'services_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      settings: {
        Row: {
          first_run_dismissed_at: string | null;
          id: boolean;
          local_mode: boolean;
          mail_tested_at: string | null;
          require_second_factor: boolean;
          retention_months: number | null;
          retention_waits: boolean;
          sign_up_mode: string;
          updated_at: string;
        };
        Insert: {
          first_run_dismissed_at?: string | null;
          id?: boolean;
          local_mode?: boolean;
          mail_tested_at?: string | null;
          require_second_factor?: boolean;
          retention_months?: number | null;
          retention_waits?: boolean;
          sign_up_mode?: string;
          updated_at?: string;
        };
        Update: {
          first_run_dismissed_at?: string | null;
          id?: boolean;
          local_mode?: boolean;
          mail_tested_at?: string | null;
          require_second_factor?: boolean;
          retention_months?: number | null;
          retention_waits?: boolean;
          sign_up_mode?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      staff: {
        Row: {
          created_at: string;
          role: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          role: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      accessibility_feedback_figures: {
        Args: never;
        Returns: { received: number; answered: number; median_days: number }[];
      };
      add_lead: {
        Args: { lead: string | null; fields: Json | null; service: string | null; channel: string | null; asked_for_contact: boolean | null; came_at?: string | null };
        Returns: string;
      };
      add_lead_email: {
        Args: { lead: string | null; email: string | null };
        Returns: undefined;
      };
      address_for_link: {
        Args: { account: string | null };
        Returns: string;
      };
      answer_conversation: {
        Args: { token: string | null; message: string | null; key?: string | null };
        Returns: string;
      };
      answered_by_mail: {
        Args: { tokens: string[] | null; mail_ids: string[] | null; sender: string | null };
        Returns: Json;
      };
      applied_migrations: {
        Args: never;
        Returns: { version: string; name: string }[];
      };
      apply_retention: {
        Args: { most?: number | null };
        Returns: undefined;
      };
      audit_accounts: {
        Args: never;
        Returns: { account_id: string; account_name: string; account_email: string }[];
      };
      book_consultation: {
        Args: { slot: string | null; fields: Json | null; zone?: string | null };
        Returns: Json;
      };
      book_for_lead: {
        Args: { lead: string | null; slot: string | null };
        Returns: string;
      };
      booking_is_open: {
        Args: never;
        Returns: boolean;
      };
      can_edit_content: {
        Args: never;
        Returns: boolean;
      };
      can_handle_leads: {
        Args: never;
        Returns: boolean;
      };
      cancel_booking: {
        Args: { booking: string | null };
        Returns: undefined;
      };
      cancel_consultation: {
        Args: { token: string | null };
        Returns: string;
      };
      change_leads: {
        Args: { leads: string[] | null; status?: string | null; assignee?: string | null; unassign?: boolean | null };
        Returns: { lead_id: string; is_changed: boolean; former_status: string; former_assignee: string; former_handled_at: string }[];
      };
      claim_mail: {
        Args: { most?: number | null; lease_seconds?: number | null };
        Returns: { id: string; lease: string; kind: string; to_address: string; lead_id: string; message_id: string; report_id: string; details: Json }[];
      };
      claim_ownership: {
        Args: { token: string | null };
        Returns: boolean;
      };
      clear_bounced_address: {
        Args: { lead: string | null };
        Returns: undefined;
      };
      clear_samples: {
        Args: never;
        Returns: { relation: string; removed: number; kept: string[] }[];
      };
      consultation: {
        Args: { token: string | null };
        Returns: { starts_at: string; ends_at: string; state: string; version: number; can_change: boolean; visitor_zone: string }[];
      };
      consultation_slots: {
        Args: { token?: string | null };
        Returns: { starts_at: string }[];
      };
      contact_opt_outs: {
        Args: { leads: string[] | null };
        Returns: { lead_id: string; since: string; by_link: boolean }[];
      };
      content_colleagues: {
        Args: never;
        Returns: { id: string; name: string }[];
      };
      conversation_for_mail: {
        Args: { lead: string | null; reply?: string | null };
        Returns: Json;
      };
      correct_person: {
        Args: { contacts: string[] | null; name?: string | null; email?: string | null; phone?: string | null; company?: string | null };
        Returns: number;
      };
      count_leads: {
        Args: { term: string | null; status_filter?: string | null; only_needing_reply?: boolean | null; assignee?: string | null; only_unassigned?: boolean | null; need?: string | null };
        Returns: number;
      };
      count_leads_needing_reply: {
        Args: never;
        Returns: number;
      };
      count_recovery_codes: {
        Args: never;
        Returns: number;
      };
      count_service_leads: {
        Args: { service_id: string | null };
        Returns: number;
      };
      counted_tables: {
        Args: never;
        Returns: string[];
      };
      customer_of_person: {
        Args: { lead: string | null };
        Returns: string;
      };
      delete_expired_audit_entries: {
        Args: { most?: number | null };
        Returns: undefined;
      };
      delete_expired_content: {
        Args: { most?: number | null };
        Returns: undefined;
      };
      delete_expired_feedback: {
        Args: never;
        Returns: undefined;
      };
      delete_expired_rows: {
        Args: { most?: number | null };
        Returns: undefined;
      };
      delete_media: {
        Args: { media_id: string | null };
        Returns: string;
      };
      delete_waiting_account: {
        Args: { account: string | null };
        Returns: undefined;
      };
      discard_draft: {
        Args: { kind: string | null; record_id: string | null; draft: number | null };
        Returns: undefined;
      };
      dismiss_first_run: {
        Args: never;
        Returns: undefined;
      };
      dismiss_received_mail: {
        Args: { mail: string | null };
        Returns: undefined;
      };
      duplicate_content: {
        Args: { kind: string | null; record_id: string | null; copy_id: string | null; title: string | null };
        Returns: undefined;
      };
      erase_person: {
        Args: { contacts: string[] | null };
        Returns: Json;
      };
      erased_contacts: {
        Args: { contacts: string[] | null };
        Returns: { contact: string; erased_at: string }[];
      };
      escalate_waiting_leads: {
        Args: never;
        Returns: number;
      };
      expire_received_mails: {
        Args: { most?: number | null };
        Returns: undefined;
      };
      failed_notices: {
        Args: never;
        Returns: { colleague: string; problem: string; failed_at: string }[];
      };
      find_account: {
        Args: { address: string | null };
        Returns: { account: string; role: string }[];
      };
      find_person: {
        Args: { contacts: string[] | null };
        Returns: Json;
      };
      find_redirect: {
        Args: { path: string | null };
        Returns: { target: string; status: number }[];
      };
      finish_booking: {
        Args: { booking: string | null; outcome: string | null };
        Returns: undefined;
      };
      first_run: {
        Args: never;
        Returns: Json;
      };
      free_slots_for: {
        Args: { booking?: string | null };
        Returns: { starts_at: string }[];
      };
      give_role: {
        Args: { account: string | null; wanted: string | null };
        Returns: boolean;
      };
      holidays_of: {
        Args: { region: string | null; year: number | null };
        Returns: { day: string; holiday: string }[];
      };
      is_mail_over_limit: {
        Args: { mail: Json | null };
        Returns: boolean;
      };
      is_owner: {
        Args: never;
        Returns: boolean;
      };
      is_staff: {
        Args: never;
        Returns: boolean;
      };
      join_received_mail: {
        Args: { mail: string | null; lead: string | null };
        Returns: undefined;
      };
      keep_autosave: {
        Args: { kind: string | null; record_id: string | null; draft_id: string | null; typed_at: string | null; device_name: string | null; base_revision: string | null; is_replaced: boolean | null; draft: Json | null };
        Returns: undefined;
      };
      keep_findings: {
        Args: { kind: string | null; record_id: string | null; version: number | null; findings: Json | null };
        Returns: undefined;
      };
      known_requests: {
        Args: { email: string | null; phone: string | null };
        Returns: { total: number; id: string; created_at: string; name: string }[];
      };
      lead_colleagues: {
        Args: never;
        Returns: { id: string; name: string }[];
      };
      lead_context: {
        Args: { ids: string[] | null };
        Returns: Json;
      };
      lead_work: {
        Args: { ids: string[] | null };
        Returns: { lead_id: string; waiting_since: string; waiting_minutes: number; is_late: boolean; follow_up_on: string; is_due: boolean; notes: number; automatic_mails: number; is_unread: boolean; mentions_me: boolean }[];
      };
      leads_by_day: {
        Args: never;
        Returns: { day: string; total: number }[];
      };
      leads_by_service: {
        Args: never;
        Returns: { service: string; total: number }[];
      };
      leads_by_source: {
        Args: never;
        Returns: { kind: string; source: string; total: number; qualified: number }[];
      };
      list_images: {
        Args: { term?: string | null; is_undescribed?: boolean | null; before?: string | null; before_id?: string | null };
        Returns: { id: string; file: string; name: string; alt: string; created_at: string; uploaded_by_name: string; uses: Json }[];
      };
      log_message: {
        Args: { lead: string | null; channel: string | null; is_incoming: boolean | null; message: string | null; said_at?: string | null };
        Returns: string;
      };
      mail_backup_problem: {
        Args: { problem: string | null };
        Returns: number;
      };
      mailbox_position: {
        Args: { box: string | null };
        Returns: Json;
      };
      make_lead_of_mail: {
        Args: { mail: string | null };
        Returns: string;
      };
      make_recovery_codes: {
        Args: never;
        Returns: string[];
      };
      mark_answered: {
        Args: { lead: string | null };
        Returns: undefined;
      };
      mark_erasures_stored: {
        Args: { stored: string[] | null };
        Returns: undefined;
      };
      mark_leads_read: {
        Args: { leads: string[] | null; is_read?: boolean | null };
        Returns: undefined;
      };
      move_booking: {
        Args: { booking: string | null; slot: string | null };
        Returns: undefined;
      };
      move_consultation: {
        Args: { token: string | null; slot: string | null; zone?: string | null };
        Returns: string;
      };
      must_set_up_factor: {
        Args: never;
        Returns: boolean;
      };
      my_roles: {
        Args: never;
        Returns: string[];
      };
      my_sessions: {
        Args: never;
        Returns: { id: string; user_agent: string; ip: string; created_at: string; used_at: string; is_current: boolean }[];
      };
      next_publication: {
        Args: never;
        Returns: string;
      };
      note_mail_test: {
        Args: never;
        Returns: undefined;
      };
      note_presence: {
        Args: never;
        Returns: undefined;
      };
      order_app_media: {
        Args: { app_id: string | null; ids: string[] | null };
        Returns: undefined;
      };
      orphaned_files: {
        Args: never;
        Returns: { bucket: string; path: string }[];
      };
      outbox_state: {
        Args: never;
        Returns: { waiting: number; oldest_seconds: number; failed: number }[];
      };
      person_leads: {
        Args: { person: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: { id: string; created_at: string }[];
      };
      preview_app_media: {
        Args: { token: string | null };
        Returns: Database['public']['Tables']['app_media']['Row'][];
        SetofOptions: { from: '*'; to: 'app_media'; isOneToOne: false; isSetofReturn: true };
      };
      preview_apps: {
        Args: { token: string | null };
        Returns: Database['public']['Tables']['apps']['Row'][];
        SetofOptions: { from: '*'; to: 'apps'; isOneToOne: false; isSetofReturn: true };
      };
      preview_case_studies: {
        Args: { token: string | null };
        Returns: Database['public']['Tables']['case_studies']['Row'][];
        SetofOptions: { from: '*'; to: 'case_studies'; isOneToOne: false; isSetofReturn: true };
      };
      preview_posts: {
        Args: { token: string | null };
        Returns: Database['public']['Tables']['posts']['Row'][];
        SetofOptions: { from: '*'; to: 'posts'; isOneToOne: false; isSetofReturn: true };
      };
      preview_retention: {
        Args: { months: number | null };
        Returns: Json;
      };
      preview_services: {
        Args: { token: string | null };
        Returns: Database['public']['Tables']['services']['Row'][];
        SetofOptions: { from: '*'; to: 'services'; isOneToOne: false; isSetofReturn: true };
      };
      publish_draft: {
        Args: { kind: string | null; record_id: string | null; draft: number | null };
        Returns: number;
      };
      publish_due_draft: {
        Args: never;
        Returns: boolean;
      };
      read_conversation: {
        Args: { token: string | null };
        Returns: Json;
      };
      read_mail_part: {
        Args: { mail: string | null; part: number | null };
        Returns: string;
      };
      reapply_erasures: {
        Args: { given: Json | null };
        Returns: Json;
      };
      receive_mail: {
        Args: { mail: Json | null; raw?: string | null };
        Returns: Json;
      };
      record_failed_sign_in: {
        Args: { kind: string | null; account: string | null; email: string | null; address: string | null };
        Returns: undefined;
      };
      record_leads_export: {
        Args: { status?: string | null; is_search?: boolean | null };
        Returns: undefined;
      };
      record_missed_paths: {
        Args: { paths: Json | null };
        Returns: undefined;
      };
      record_person_export: {
        Args: never;
        Returns: undefined;
      };
      record_reads: {
        Args: { reads: Json | null };
        Returns: undefined;
      };
      related_leads: {
        Args: { of_leads: string[] | null };
        Returns: { lead_id: string; total: number; id: string; created_at: string; service_name: string; status: string; words: string }[];
      };
      remove_from_team: {
        Args: { account: string | null };
        Returns: undefined;
      };
      remove_samples: {
        Args: never;
        Returns: { relation: string; removed: number; kept: string[] }[];
      };
      renew_conversation: {
        Args: { token: string | null };
        Returns: undefined;
      };
      reply_token: {
        Args: { lead: string | null };
        Returns: string;
      };
      report_mail: {
        Args: { mail: string | null; claim: string | null; outcome: string | null; problem?: string | null; transport_id?: string | null };
        Returns: boolean;
      };
      require_second_factor: {
        Args: { required: boolean | null };
        Returns: undefined;
      };
      restore_deleted: {
        Args: { kind: string | null; record_id: string | null };
        Returns: string;
      };
      restore_leads: {
        Args: { former: Json | null; status?: string | null; assignee?: string | null; unassign?: boolean | null };
        Returns: string[];
      };
      restore_quarantined_lead: {
        Args: { lead_id: string | null };
        Returns: string;
      };
      restore_screenshots: {
        Args: { app_id: string | null; version: number | null };
        Returns: undefined;
      };
      retention_log: {
        Args: never;
        Returns: { day: string; leads: number; clients: number; quarantined: number; registers: number }[];
      };
      retention_months: {
        Args: never;
        Returns: number;
      };
      retry_notices: {
        Args: never;
        Returns: undefined;
      };
      retry_reply: {
        Args: { reply: string | null };
        Returns: undefined;
      };
      return_mail_to_triage: {
        Args: { mail: string | null };
        Returns: undefined;
      };
      revoke_conversation_links: {
        Args: { lead: string | null };
        Returns: undefined;
      };
      save_agency: {
        Args: { settings: Json | null; partners: Json | null };
        Returns: { id: number; created_at: string; facts: Json; texts: Json }[];
      };
      save_draft: {
        Args: { kind: string | null; record_id: string | null; columns: Json | null; base: number | null; draft?: number | null };
        Returns: number;
      };
      schedule_draft: {
        Args: { kind: string | null; record_id: string | null; draft: number | null; due_at?: string | null; zone?: string | null };
        Returns: undefined;
      };
      search_apps: {
        Args: { term: string | null };
        Returns: Database['public']['Tables']['apps']['Row'][];
        SetofOptions: { from: '*'; to: 'apps'; isOneToOne: false; isSetofReturn: true };
      };
      search_case_studies: {
        Args: { term: string | null };
        Returns: Database['public']['Tables']['case_studies']['Row'][];
        SetofOptions: { from: '*'; to: 'case_studies'; isOneToOne: false; isSetofReturn: true };
      };
      search_leads: {
        Args: { term: string | null; status_filter?: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null; only_needing_reply?: boolean | null; assignee?: string | null; only_unassigned?: boolean | null; need?: string | null };
        Returns: { id: string; created_at: string }[];
      };
      search_posts: {
        Args: { term: string | null };
        Returns: Database['public']['Tables']['posts']['Row'][];
        SetofOptions: { from: '*'; to: 'posts'; isOneToOne: false; isSetofReturn: true };
      };
      search_services: {
        Args: { term: string | null };
        Returns: Database['public']['Tables']['services']['Row'][];
        SetofOptions: { from: '*'; to: 'services'; isOneToOne: false; isSetofReturn: true };
      };
      set_do_not_contact: {
        Args: { lead: string | null; refused: boolean | null };
        Returns: undefined;
      };
      set_mailbox_position: {
        Args: { box: string | null; validity: number | null; uid: number | null };
        Returns: undefined;
      };
      set_retention_months: {
        Args: { months: number | null };
        Returns: undefined;
      };
      sign_preview: {
        Args: { kind: string | null; record_id: string | null; of_draft?: boolean | null };
        Returns: string;
      };
      sorted_leads: {
        Args: { sort: string | null; term?: string | null; status_filter?: string | null; only_needing_reply?: boolean | null; assignee?: string | null; only_unassigned?: boolean | null; after_at?: string | null; after_id?: string | null; page_size?: number | null; need?: string | null };
        Returns: { id: string; sorted_at: string }[];
      };
      staff_digest: {
        Args: { mail: string | null };
        Returns: Json;
      };
      store_mail_part: {
        Args: { mail: string | null; part: number | null; content: string | null };
        Returns: undefined;
      };
      team: {
        Args: never;
        Returns: { id: string; email: string; role: string; since: string; full_name: string; last_sign_in_at: string; has_factor: boolean; is_verified: boolean; needs_link: boolean }[];
      };
      team_rules: {
        Args: never;
        Returns: { sign_up_mode: string; require_second_factor: boolean }[];
      };
      undo_publish: {
        Args: { kind: string | null; record_id: string | null; version: number | null };
        Returns: number;
      };
      undo_reply: {
        Args: { reply: string | null };
        Returns: undefined;
      };
      unstored_erasures: {
        Args: never;
        Returns: Json;
      };
      unsubscribe: {
        Args: { token: string | null };
        Returns: boolean;
      };
      unsubscribe_token: {
        Args: { address: string | null };
        Returns: string;
      };
      use_recovery_code: {
        Args: { code: string | null };
        Returns: string;
      };
      waiting_accounts: {
        Args: { before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: { id: string; email: string; created_at: string; full_name: string; last_sign_in_at: string; has_factor: boolean; is_verified: boolean; needs_link: boolean }[];
      };
      waiting_retention: {
        Args: never;
        Returns: Json;
      };
      work_counts: {
        Args: never;
        Returns: { waiting: number; mine: number; unassigned: number; due: number; late: number; mentions: number; mails: number; late_mails: number; requests: number; reports: number }[];
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
