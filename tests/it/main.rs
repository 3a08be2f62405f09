#![allow(missing_docs)]
//! t
