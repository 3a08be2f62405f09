//! From the table of figures to their types.

/// The type of a setting, by the word that it is declared with.
macro_rules! setting_type {
    (real) => {
        f64
    };
    (quantity) => {
        f64
    };
    (whole) => {
        usize
    };
    (seed) => {
        u32
    };
    (switch) => {
        bool
    };
}

/// A setting from the number that a link and an order hold.
macro_rules! setting_value {
    (switch, $value:expr) => {
        $value != 0.0
    };
    ($kind:ident, $value:expr) => {
        $value as setting_type!($kind)
    };
}

macro_rules! is_covered {
    (covered) => {
        true
    };
    (open) => {
        false
    };
}

/// Makes [`Figure`], and the enums of its kinds, of a table. An entry is
///
/// ```text
/// /// What it shows.
/// KIND Name "id" ("标题", "title") { field: setting("key", "名称", "label", limits, usual), … }
/// ```
///
/// where `KIND` is one of
///
/// - `alone`: computed at once, from its settings;
/// - `page covered`, `page open`: the same, from the page's numbers too. What shows numbers that an exercise could ask
///   for is covered while it asks;
/// - `drawn covered`, `drawn open`: the same, but the page draws a view of its own around it;
/// - `view covered`, `view open`: a view of its own that nothing is computed for, and that has no settings;
/// - `sampled`: computed bit by bit, from its settings.
///
/// The computing code gets the settings by `field`, typed; links know them by `key`.
macro_rules! figures {
    // ---- One entry after the other is put to its kind: all, views, alone, of the page, sampled.
    (@sort [$($all:tt)*] [$($view:tt)*] $alone:tt $page:tt $sampled:tt
        $(#[$doc:meta])* view $cover:ident $name:ident $id:literal $title:tt {} $($rest:tt)*) => {
        figures! { @sort [$($all)* { [$(#[$doc])*] $name $id $title View $cover {} }]
            [$($view)* $name] $alone $page $sampled $($rest)* }
    };
    (@sort [$($all:tt)*] [$($view:tt)*] $alone:tt [$($page:tt)*] $sampled:tt
        $(#[$doc:meta])* drawn $cover:ident $name:ident $id:literal $title:tt $settings:tt $($rest:tt)*) => {
        figures! { @sort [$($all)* { [$(#[$doc])*] $name $id $title OfPage $cover $settings }]
            [$($view)* $name] $alone [$($page)* { $name $settings }] $sampled $($rest)* }
    };
    (@sort [$($all:tt)*] $view:tt $alone:tt [$($page:tt)*] $sampled:tt
        $(#[$doc:meta])* page $cover:ident $name:ident $id:literal $title:tt $settings:tt $($rest:tt)*) => {
        figures! { @sort [$($all)* { [$(#[$doc])*] $name $id $title OfPage $cover $settings }]
            $view $alone [$($page)* { $name $settings }] $sampled $($rest)* }
    };
    (@sort [$($all:tt)*] $view:tt [$($alone:tt)*] $page:tt $sampled:tt
        $(#[$doc:meta])* alone $name:ident $id:literal $title:tt $settings:tt $($rest:tt)*) => {
        figures! { @sort [$($all)* { [$(#[$doc])*] $name $id $title Alone open $settings }]
            $view [$($alone)* { $name $settings }] $page $sampled $($rest)* }
    };
    (@sort [$($all:tt)*] $view:tt $alone:tt $page:tt [$($sampled:tt)*]
        $(#[$doc:meta])* sampled $name:ident $id:literal $title:tt $settings:tt $($rest:tt)*) => {
        figures! { @sort [$($all)* { [$(#[$doc])*] $name $id $title Sampled open $settings }]
            $view $alone $page [$($sampled)* { $name $settings }] $($rest)* }
    };
    // ---- All are sorted.
    (@sort
        [$({ [$($doc:tt)*] $name:ident $id:literal ($zh:literal, $en:literal) $kind:ident $cover:ident
            { $($field:ident: $setting:ident ($($of:tt)*)),* $(,)? } })*]
        [$($view:ident)*]
        [$({ $alone:ident { $($alone_field:ident: $alone_kind:ident $alone_of:tt),* $(,)? } })*]
        [$({ $page:ident { $($page_field:ident: $page_kind:ident $page_of:tt),* $(,)? } })*]
        [$({ $sampled:ident { $($sampled_field:ident: $sampled_kind:ident $sampled_of:tt),* $(,)? } })*]
    ) => {
        /// A live figure; `{{figure ID}}` on a line of its own shows it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Figure { $($($doc)* $name,)* }

        impl Choice for Figure {
            const ALL: &'static [Self] = &[$(Self::$name,)*];

            fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            fn label(self) -> Text {
                match self { $(Self::$name => Text { zh: $zh, en: $en },)* }
            }
        }

        impl Figure {
            /// What the learner can set, in the order of the page.
            pub fn settings(self) -> &'static [Setting] {
                match self { $(Self::$name => const { &[$($setting($($of)*)),*] },)* }
            }

            /// How it comes about.
            pub fn kind(self) -> FigureKind {
                match self { $(Self::$name => FigureKind::$kind,)* }
            }

            /// Its view, where it has one of its own.
            pub fn view(self) -> Option<OwnView> {
                match self { $(Self::$view => Some(OwnView::$view),)* _ => None }
            }

            /// Whether it shows numbers of the page's own computation that an exercise could ask for. Such a figure stays
            /// covered while any of them is asked for; the pipeline and the panels of scalings cover their own.
            pub fn tells(self) -> bool {
                match self { $(Self::$name => is_covered!($cover),)* }
            }
        }

        /// A figure with a view of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "they are the figures of these names")]
        pub enum OwnView { $($view,)* }

        /// A figure that is computed at once, with its settings.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[expect(missing_docs, reason = "they are the figures of these names, with the settings of the table")]
        pub enum Alone { $($alone { $($alone_field: setting_type!($alone_kind)),* },)* }

        /// A figure that is computed at once from the page's own numbers, with its settings.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[expect(missing_docs, reason = "they are the figures of these names, with the settings of the table")]
        pub enum OfPage { $($page { $($page_field: setting_type!($page_kind)),* },)* }

        /// A figure that is computed bit by bit, with its settings.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "they are the figures of these names, with the settings of the table")]
        pub enum Sampling { $($sampled { $($sampled_field: setting_type!($sampled_kind)),* },)* }

        /// All that a figure is computed from.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Request {
            /// Its settings.
            Alone(Alone),
            /// Its settings and the page's own numbers.
            OfPage(OfPage, Box<Inputs>),
            /// Its settings.
            Sampled(Sampling),
        }

        impl Request {
            /// `figure` with the `values` of its settings, in their order, and the page's own numbers where it reads them;
            /// `None` where they are missing, where a value is missing or not accepted, and where nothing is computed.
            pub fn new(figure: Figure, values: &[f64], inputs: Option<Inputs>) -> Option<Self> {
                let settings = figure.settings();
                if values.len() != settings.len() || !settings.iter().zip(values).all(|(s, &v)| s.accepts(v)) {
                    return None;
                }
                let mut values = values.iter().copied();
                let mut next = || values.next();
                Some(match figure {
                    $(Figure::$alone => Self::Alone(Alone::$alone {
                        $($alone_field: setting_value!($alone_kind, next()?)),*
                    }),)*
                    $(Figure::$page => {
                        let request = OfPage::$page { $($page_field: setting_value!($page_kind, next()?)),* };
                        Self::OfPage(request, Box::new(inputs?))
                    })*
                    $(Figure::$sampled => Self::Sampled(Sampling::$sampled {
                        $($sampled_field: setting_value!($sampled_kind, next()?)),*
                    }),)*
                    _ => return None,
                })
            }
        }
    };
    // ---- A table begins.
    ($(#[$doc:meta])* view $($rest:tt)*) => {
        figures! { @sort [] [] [] [] [] $(#[$doc])* view $($rest)* }
    };
}
